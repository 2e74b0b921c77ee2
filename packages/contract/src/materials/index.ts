export * from './desk.ts';
export * from './endpoints.ts';
export * from './groups.ts';
export * from './material-text.ts';
export * from './media-types.ts';
