/** Tells links that have changed since they were read from those that are as they were. */
import type { LinkChanges } from './link-changes.ts';

export type LinkHistory = {
  /** The number of changes so far. */
  count(): number;
  /** Has a link of this workspace, or any, changed since there were so many changes? */
  hasChangedSince(count: number, workspaceId: string): boolean;
  /** All changes until then are known. */
  knownUntil(): number;
};

/** Changes are numbered as they are announced. */
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
