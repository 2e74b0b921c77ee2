import { label } from '@parley/ui';

export const name = label;
