export * from './endpoints.ts';
export * from './shapes.ts';
