/** Sensitive-word rules, a test bench for them, and records of what they have found. */
export * from './alerts.ts';
export * from './records.ts';
export * from './rules.ts';
export * from './trial.ts';
