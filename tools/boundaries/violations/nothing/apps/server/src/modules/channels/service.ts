import { connector } from '@parley/connectors';
import { shape } from '@parley/contract';
import { clock } from '../../base/clock.ts';
import { translation } from '../translation/index.ts';

export const channels = { connector, shape, clock, translation };
