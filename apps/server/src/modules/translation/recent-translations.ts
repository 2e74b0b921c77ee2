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
  // A Map keeps the order of insertion, so its first entry is the one used least recently.
  const entries = new Map<string, RecentTranslation & { since: number }>();
  let units = 0;
  const sizeOf = (entry: RecentTranslation) => entry.text.length + overhead;
  const drop = (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) return;
    units -= sizeOf(entry);
    entries.delete(name);
  };
  const nameOf = (workspaceId: WorkspaceId, key: Buffer) => `${workspaceId} ${key.toString('base64')}`;
  return {
    find(workspaceId, key) {
      const name = nameOf(workspaceId, key);
      const entry = entries.get(name);
      if (entry === undefined) return null;
      entries.delete(name);
      if (now() - entry.since > recentForMs) {
        units -= sizeOf(entry);
        return null;
      }
      entries.set(name, entry);
      return { text: entry.text, engine: entry.engine };
    },
    keep(workspaceId, key, { text, engine }) {
      const name = nameOf(workspaceId, key);
      drop(name);
      const entry = { text, engine, since: now() };
      entries.set(name, entry);
      units += sizeOf(entry);
      for (const oldest of entries.keys()) {
        if (units <= maxUnits) break;
        drop(oldest);
      }
    },
  };
}
