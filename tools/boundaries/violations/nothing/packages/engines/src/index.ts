import { shape } from '@parley/contract';

export const engine = shape;
