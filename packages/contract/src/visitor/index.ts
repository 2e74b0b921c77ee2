export * from './endpoints.ts';
export * from './ratings.ts';
