export * from './account-links.ts';
export * from './endpoints.ts';
