import { limit } from '../../../packages/contract/src/work-order-shares/index.ts';

export const most = limit;
