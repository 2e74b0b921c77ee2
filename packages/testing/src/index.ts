/** Helpers for tests, benchmarks and the demonstration in all packages. */
export { freePort } from './free-port.ts';
export { poll, until } from './until.ts';
