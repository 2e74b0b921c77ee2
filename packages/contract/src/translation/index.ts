export * from './endpoints.ts';
export * from './owner-settings.ts';
