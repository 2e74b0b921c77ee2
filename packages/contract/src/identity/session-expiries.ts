import type { SessionEnding } from './session-endings.ts';

/** Endings due to time alone. Separate from their sentences, which browsers do not load. */
export const sessionExpiries: ReadonlySet<string> = new Set<SessionEnding>(['timed-out', 'lifetime']);
