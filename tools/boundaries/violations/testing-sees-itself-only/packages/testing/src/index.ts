import { label } from '@parley/contract';

export const name = label;
