export * from './endpoints.ts';
export * from './shapes.ts';
export * from './template-text.ts';
