export { verdict } from './verdict.ts';
