import { call } from '@parley/api-client';
import { shape } from '@parley/contract';

export const core = { call, shape };
