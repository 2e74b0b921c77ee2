export * from './endpoints.ts';
export * from './records.ts';
