/** Tells whether cached links have changed since they were read. */
import type { LinkChanges } from './link-changes.ts';

export type LinkHistory = {
  /** The number of changes so far. */
  count(): number;
  /** Returns true if links of this workspace may have changed after change number `count`. */
  hasChangedSince(count: number, workspaceId: string): boolean;
  /** Time up to which all changes are known. */
  knownUntil(): number;
};

/** Numbers changes in order of notification. */
export function createLinkHistory(changes: Pick<LinkChanges, 'knownUntil' | 'subscribe'>): LinkHistory {
  let count = 0;
  let lastOfAll = 0;
  const lastOf = new Map<string, number>();
  changes.subscribe((workspaceId) => {
    count += 1;
    if (workspaceId === null) lastOfAll = count;
    else lastOf.set(workspaceId, count);
  });
  return {
    count: () => count,
    hasChangedSince: (before, workspaceId) => before < lastOfAll || before < (lastOf.get(workspaceId) ?? 0),
    knownUntil: changes.knownUntil,
  };
}
