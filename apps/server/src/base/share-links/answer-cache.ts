/**
 * Caches the responses of links that are being viewed. Each is built at most once per `rebuildMs`, however many
 * clients request it; those that arrive during a build share it. So no response is older than that and the duration
 * of one build.
 */
import type { Clock } from '../clock.ts';

/** Figures may be a second old; this leaves a quarter of it for the build. */
const rebuildMs = 750;
/** Maximum number of cached responses. */
const maxAnswers = 5_000;

export type AnswerCache<Answer> = {
  /** `key`: the hash of the link's token. Null: there is no such link. */
  get(key: string): Promise<Answer | null>;
  /** Evicts one response, or all, so that a change is visible at once in this process. */
  forget(key?: string): void;
  /** Returns the number of cached responses. */
  count(): number;
};

/** `build`: failures and null are not cached. */
export function createAnswerCache<Answer>(
  build: (key: string) => Promise<Answer | null>,
  clock: Pick<Clock, 'now'>,
): AnswerCache<Answer> {
  const entries = new Map<string, { builtAt: number; known: Promise<Answer | null> }>();

  function start(key: string, now: number): Promise<Answer | null> {
    const entry = { builtAt: now, known: build(key) };
    // Moves the key to the end of the eviction order.
    entries.delete(key);
    entries.set(key, entry);
    // Oldest first: evicts those too old to be served, and those above the limit.
    for (const [oldest, { builtAt }] of entries) {
      if (entries.size <= maxAnswers && now - builtAt < rebuildMs) break;
      entries.delete(oldest);
    }
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.known.then((known) => known ?? drop(), drop);
    return entry.known;
  }

  return {
    async get(key) {
      const now = clock.now();
      const entry = entries.get(key);
      if (entry !== undefined && now - entry.builtAt < rebuildMs) return entry.known;
      return start(key, now);
    },
    forget(key) {
      if (key === undefined) entries.clear();
      else entries.delete(key);
    },
    count: () => entries.size,
  };
}
