import type { SessionEnding } from './session-endings.ts';

/** Endings by time alone: nobody ended the session. Apart from the sentences, which no browser is to load. */
export const sessionExpiries: ReadonlySet<string> = new Set<SessionEnding>(['timed-out', 'lifetime']);
