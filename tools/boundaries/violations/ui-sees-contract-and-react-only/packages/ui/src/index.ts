import { call } from '@parley/api-client';

export const fetchIt = call;
