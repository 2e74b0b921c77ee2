import { two } from './moved-away.ts';

export const one = two;
