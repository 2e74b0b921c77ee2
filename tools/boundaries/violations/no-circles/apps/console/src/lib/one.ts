import { two } from './two.ts';

export const one = () => two;
