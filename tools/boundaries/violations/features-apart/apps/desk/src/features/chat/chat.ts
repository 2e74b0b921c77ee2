import { fan } from '../fans/fan.ts';

export const chat = fan;
