import { shape } from '@parley/contract';

export const call = shape;
