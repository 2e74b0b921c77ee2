export * from './conversation-titles.ts';
export * from './languages.ts';
export * from './platforms.ts';
export * from './time-zones.ts';
export * from './visitor-names.ts';
