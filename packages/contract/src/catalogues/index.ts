export * from './languages.ts';
export * from './platforms.ts';
export * from './time-zones.ts';
