export * from './endpoints.ts';
export * from './template.ts';
