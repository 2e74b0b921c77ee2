export * from './endpoints.ts';
export * from './fan-link.ts';
export * from './log.ts';
export * from './merges.ts';
