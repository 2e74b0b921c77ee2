/** Sensitive-word rules, a trial of them, and records of their matches. */
export * from './alerts.ts';
export * from './records.ts';
export * from './rules.ts';
export * from './trial.ts';
