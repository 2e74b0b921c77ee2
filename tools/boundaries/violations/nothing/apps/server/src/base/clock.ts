import { shape } from '@parley/contract';

export const clock = { now: () => 0, shape };
