import { apertium } from '@parley/engines';

export const engine = apertium;
