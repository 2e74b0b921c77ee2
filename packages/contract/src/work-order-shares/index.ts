export * from './endpoints.ts';
export * from './public.ts';
export * from './shapes.ts';
export * from './shown-days.ts';
export * from './snapshot-chain.ts';
