export * from './account-links.ts';
export * from './bulk.ts';
export * from './endpoints.ts';
export * from './records.ts';
export * from './sources.ts';
export * from './visit-tokens.ts';
export { wholeLines } from './whole-lines.ts';
