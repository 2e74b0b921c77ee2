/** Decides which tags fans have after a change. Pure functions. */

export type TagChange = { add: readonly string[]; remove: readonly string[] };
type Tagged = { id: string; tagIds: readonly string[] };

/** A row with its tags after the change, and the tags that were added and removed. */
export type ChangedRow = { id: string; tagIds: string[]; added: string[]; removed: string[] };

export type Tagging = { ok: true; changed: ChangedRow[]; uses: ReadonlyMap<string, number> } | { ok: false };

/** Returns the changed rows, and the change in each tag's uses; not ok if a fan would have more than `most` tags. */
export function changeTags(rows: readonly Tagged[], { add, remove }: TagChange, most: number): Tagging {
  const changed: ChangedRow[] = [];
  const uses = new Map<string, number>();
  const count = (tagId: string, by: number) => uses.set(tagId, (uses.get(tagId) ?? 0) + by);
  const removed = new Set(remove.filter((tagId) => !add.includes(tagId)));
  for (const { id, tagIds } of rows) {
    const had = new Set(tagIds);
    const gone = tagIds.filter((tagId) => removed.has(tagId));
    const added = [...new Set(add)].filter((tagId) => !had.has(tagId));
    if (gone.length + added.length === 0) continue;
    const next = [...tagIds.filter((tagId) => !removed.has(tagId)), ...added];
    if (added.length > 0 && next.length > most) return { ok: false };
    changed.push({ id, tagIds: next, added, removed: gone });
    for (const tagId of gone) count(tagId, -1);
    for (const tagId of added) count(tagId, 1);
  }
  return { ok: true, changed, uses };
}

export type PartialTagging = Omit<Extract<Tagging, { ok: true }>, 'ok'> & {
  /** The number of unchanged rows, which would have had more than `most` tags. */
  skipped: number;
};

/** Tags only the rows that stay within `most`. */
export function tagWherePossible(rows: readonly Tagged[], change: TagChange, most: number): PartialTagging {
  const possible = rows.filter((row) => changeTags([row], change, most).ok);
  const outcome = changeTags(possible, change, most);
  if (!outcome.ok) throw new Error('each of these rows can be tagged, and not all of them together');
  return { changed: outcome.changed, uses: outcome.uses, skipped: rows.length - possible.length };
}
