/**
 * Keeps the answers of links that are being looked at. Each is built at most once in `rebuildMs`, however many ask, and who
 * asks while it is built waits for it: no answer is older than that and the time of one build.
 */
import type { SharedView } from '@parley/contract/work-order-shares';
import type { Clock } from '../../../base/clock.ts';
import type { Handle } from '../../../base/db/database.ts';
import { type PreparedAnswer, prepareAnswer } from '../../../base/http/prepared-answer.ts';
import { findShare, type OpenedShare } from '../queries.ts';
import { readView } from './view.ts';

/** Leaves a build a quarter of the second that figures may be old. */
const rebuildMs = 750;
/** Links whose answers are kept at a time. */
const mostViews = 5_000;

/** `answer`: null as long as the link is not open to anybody. */
export type KnownShare = { share: OpenedShare; answer: PreparedAnswer<SharedView> | null };

type Entry = { builtAt: number; known: Promise<KnownShare | null> };

export type ShareViews = {
  /** Null: there is no such link. */
  get(tokenHash: string): Promise<KnownShare | null>;
  /** Drops one answer, or all of them, so that a change is seen at once in this process. */
  forget(tokenHash?: string): void;
  /** The number of links whose answers are kept. */
  count(): number;
};

export type Build = (tokenHash: string) => Promise<KnownShare | null>;

export const buildFrom =
  (handle: Handle, isOpen: (share: OpenedShare) => boolean, clock: Clock): Build =>
  async (tokenHash) => {
    const share = await findShare(handle, tokenHash);
    if (share === null) return null;
    if (!isOpen(share)) return { share, answer: null };
    return { share, answer: await prepareAnswer(await readView(handle, share, clock.now())) };
  };

export function createShareViews(build: Build, clock: Clock): ShareViews {
  const entries = new Map<string, Entry>();

  function start(tokenHash: string, now: number): Promise<KnownShare | null> {
    const entry = { builtAt: now, known: build(tokenHash) };
    // At the end of the line of those that go first.
    entries.delete(tokenHash);
    entries.set(tokenHash, entry);
    // The oldest come first: those that are too old to be given are dropped.
    for (const [oldest, { builtAt }] of entries) {
      if (entries.size <= mostViews && now - builtAt < rebuildMs) break;
      entries.delete(oldest);
    }
    const drop = () => {
      if (entries.get(tokenHash) === entry) entries.delete(tokenHash);
    };
    // Neither a failure nor a token that opens nothing is kept.
    entry.known.then((known) => known ?? drop(), drop);
    return entry.known;
  }

  return {
    async get(tokenHash) {
      const now = clock.now();
      const entry = entries.get(tokenHash);
      if (entry !== undefined && now - entry.builtAt < rebuildMs) return entry.known;
      return start(tokenHash, now);
    },
    forget(tokenHash) {
      if (tokenHash === undefined) entries.clear();
      else entries.delete(tokenHash);
    },
    count: () => entries.size,
  };
}
