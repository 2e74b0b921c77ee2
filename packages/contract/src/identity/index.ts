export * from './account.ts';
export * from './certification.ts';
export * from './endpoints.ts';
export * from './session-endings.ts';
export * from './session-expiries.ts';
export * from './sessions.ts';
export * from './two-factor.ts';
