import { format } from '../lib/format.ts';

export const panel = format;
