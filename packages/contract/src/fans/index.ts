export * from './endpoints.ts';
export * from './fan-link.ts';
export * from './fan-name.ts';
export * from './log.ts';
export * from './merges.ts';
