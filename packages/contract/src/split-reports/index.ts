export * from './clients.ts';
export * from './endpoints.ts';
export * from './public.ts';
export * from './shapes.ts';
