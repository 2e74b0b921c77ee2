import { format } from '../../lib/format.ts';

export const row = format;
