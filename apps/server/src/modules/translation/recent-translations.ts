import { LRUCache } from 'lru-cache';
import type { WorkspaceId } from '../../base/ids.ts';

export type RecentTranslation = { text: string; engine: string };

/** The translations used last, in memory; what is used least recently leaves first. */
export type RecentTranslations = {
  find(workspaceId: WorkspaceId, key: Buffer): RecentTranslation | null;
  keep(workspaceId: WorkspaceId, key: Buffer, translation: RecentTranslation): void;
};

/** After so long the table is asked again, and so learns that the entry is still of use. */
export const recentForMs = 24 * 3_600_000;
/** UTF-16 units for the entry's key and bookkeeping. */
const overhead = 200;

/** Holds about `maxUnits` UTF-16 units of translations. */
export function createRecentTranslations(now: () => number, maxUnits: number): RecentTranslations {
  const entries = new LRUCache<string, RecentTranslation>({
    maxSize: maxUnits,
    sizeCalculation: ({ text }) => text.length + overhead,
    ttl: recentForMs,
    // Reads the clock each time instead of setting a timer that keeps its last answer.
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
