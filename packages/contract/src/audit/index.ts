export * from './actions.ts';
export * from './details.ts';
export * from './endpoints.ts';
