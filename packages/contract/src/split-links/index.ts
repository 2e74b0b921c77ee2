export * from './account-links.ts';
export * from './endpoints.ts';
export * from './visit-tokens.ts';
