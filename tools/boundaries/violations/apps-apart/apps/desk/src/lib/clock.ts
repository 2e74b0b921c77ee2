import { now } from '../../../console/src/lib/now.ts';

export const clock = now;
