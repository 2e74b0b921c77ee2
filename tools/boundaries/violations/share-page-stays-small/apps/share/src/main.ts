import type { Call } from '@parley/api-client';

export const call: Call = 1;
