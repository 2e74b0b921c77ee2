export * from './endpoints.ts';
export * from './taggings.ts';
