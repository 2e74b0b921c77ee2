export * from './contact-links.ts';
export * from './desk-endpoints.ts';
export * from './endpoints.ts';
export * from './shapes.ts';
export * from './states.ts';
