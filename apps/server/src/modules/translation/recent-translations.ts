import { LRUCache } from 'lru-cache';
import type { WorkspaceId } from '../../base/ids.ts';

export type RecentTranslation = { text: string; engine: string };

/** An in-memory LRU cache of translations. */
export type RecentTranslations = {
  find(workspaceId: WorkspaceId, key: Buffer): RecentTranslation | null;
  keep(workspaceId: WorkspaceId, key: Buffer, translation: RecentTranslation): void;
};

/** After this time the table is read again, which also records that the entry is in use. */
export const recentForMs = 24 * 3_600_000;
/** UTF-16 units charged for an entry's key and bookkeeping. */
const overhead = 200;

/** Caches about `maxUnits` UTF-16 units of translations. */
export function createRecentTranslations(now: () => number, maxUnits: number): RecentTranslations {
  const entries = new LRUCache<string, RecentTranslation>({
    maxSize: maxUnits,
    sizeCalculation: ({ text }) => text.length + overhead,
    ttl: recentForMs,
    // Reads the clock on each access instead of caching the time with a timer.
    ttlResolution: 0,
    perf: { now },
  });
  const nameOf = (workspaceId: WorkspaceId, key: Buffer) => `${workspaceId} ${key.toString('base64')}`;
  return {
    find: (workspaceId, key) => entries.get(nameOf(workspaceId, key)) ?? null,
    keep(workspaceId, key, { text, engine }) {
      entries.set(nameOf(workspaceId, key), { text, engine });
    },
  };
}
