import { limit } from '@parley/contract/work-order-shares';

export const most = limit;
