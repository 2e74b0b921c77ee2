import type { WorkspaceId } from './ids.ts';

/** About 64 MB, for all workspaces of a process. */
const budget = 32_000_000;

type Entry<T> = { version: number; value: Promise<T>; isRead: boolean; weight: number };

/**
 * Caches a value per workspace and version. Callers read the version from the database for each use, so nothing has
 * to be invalidated, whichever process made a change. Evicts the least recently used when the total weight exceeds
 * `most`. Each workspace reads one version at a time; a request for a newer one waits for it.
 */
export function createVersionedCache<T extends { weight: number }>(most = budget) {
  const entries = new Map<WorkspaceId, Entry<T>>();
  function shrink(used: WorkspaceId) {
    let total = [...entries.values()].reduce((sum, { weight }) => sum + weight, 0);
    for (const [workspaceId, { weight }] of entries) {
      if (total <= most) return;
      if (workspaceId === used) continue;
      entries.delete(workspaceId);
      total -= weight;
    }
  }
  return async (workspaceId: WorkspaceId, version: number, read: () => Promise<T>): Promise<T> => {
    const isTooEarly = (known?: Entry<T>) => known && known.version < version && !known.isRead;
    while (isTooEarly(entries.get(workspaceId))) await entries.get(workspaceId)?.value.catch(() => undefined);
    const known = entries.get(workspaceId);
    entries.delete(workspaceId);
    if (known && known.version >= version) {
      entries.set(workspaceId, known);
      return known.value;
    }
    const entry: Entry<T> = { version, value: read(), isRead: false, weight: 0 };
    entries.set(workspaceId, entry);
    try {
      const value = await entry.value;
      entry.isRead = true;
      entry.weight = value.weight;
      shrink(workspaceId);
      return value;
    } catch (error) {
      if (entries.get(workspaceId) === entry) entries.delete(workspaceId);
      throw error;
    }
  };
}
