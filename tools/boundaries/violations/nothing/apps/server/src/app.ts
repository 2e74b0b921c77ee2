import { clock } from './base/clock.ts';
import { channels } from './modules/channels/index.ts';
import { translation } from './modules/translation/index.ts';

export const app = (config: number) => [config, clock, channels, translation];
