import { engine } from '@parley/engines';

export const translation = engine;
