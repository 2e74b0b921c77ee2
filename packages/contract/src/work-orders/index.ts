export * from './endpoints.ts';
export * from './history.ts';
export * from './shapes.ts';
