/**
 * Keeps the answers of links that are being looked at. Each is built at most once in `rebuildMs`, however many ask, and who
 * asks while it is built waits for it: no answer is older than that and the time of one build.
 */
import type { Clock } from '../clock.ts';

/** Leaves a build a quarter of the second that figures may be old. */
const rebuildMs = 750;
/** Answers that are kept at a time. */
const mostAnswers = 5_000;

export type KeptAnswers<Answer> = {
  /** `key`: of the link, by its token's hash. Null: there is no such link. */
  get(key: string): Promise<Answer | null>;
  /** Drops one answer, or all of them, so that a change is seen at once in this process. */
  forget(key?: string): void;
  /** The number of answers that are kept. */
  count(): number;
};

/** `build`: neither its failures nor null are kept. */
export function createKeptAnswers<Answer>(
  build: (key: string) => Promise<Answer | null>,
  clock: Pick<Clock, 'now'>,
): KeptAnswers<Answer> {
  const entries = new Map<string, { builtAt: number; known: Promise<Answer | null> }>();

  function start(key: string, now: number): Promise<Answer | null> {
    const entry = { builtAt: now, known: build(key) };
    // At the end of the line of those that go first.
    entries.delete(key);
    entries.set(key, entry);
    // The oldest come first: those that are too old to be given are dropped.
    for (const [oldest, { builtAt }] of entries) {
      if (entries.size <= mostAnswers && now - builtAt < rebuildMs) break;
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
