import { verdict } from '../fans/index.ts';

export const job = verdict;
