import type { SessionEnding } from './session-endings.ts';

/** Endings by time alone. Kept apart from their sentences, which browsers do not load. */
export const sessionExpiries: ReadonlySet<string> = new Set<SessionEnding>(['timed-out', 'lifetime']);
