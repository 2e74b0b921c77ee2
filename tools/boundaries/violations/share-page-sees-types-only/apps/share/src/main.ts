import { limit } from '@parley/contract';

export const most = limit;
