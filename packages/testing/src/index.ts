/** For tests, benchmarks and the demonstration of every workspace. */
export { freePort } from './free-port.ts';
export { poll, until } from './until.ts';
