/** For tests, benchmarks and the demonstration of every workspace. */
export { poll, until } from './until.ts';
