/** Keeps the reader's place in a list whose rows move: which rows kept theirs, and where a held row belongs. */

type Row = { id: string };

/** The number of rows compared on each side of a row: about one screen. */
const beside = 20;

/**
 * Returns the largest group of rows that have kept their order relative to each other. An event moves single rows, so
 * all rows that have kept their place are shifted by the same amount.
 *
 * @param ids neighbouring rows in their former order
 * @param first the former index of the first one
 * @param indexOf returns the present index; undefined for a row that is gone
 */
export function unmovedRows(
  ids: readonly string[],
  first: number,
  indexOf: (id: string) => number | undefined,
): string[] {
  const byShift = new Map<number, string[]>();
  for (const [at, id] of ids.entries()) {
    const now = indexOf(id);
    if (now === undefined) continue;
    const shift = now - (first + at);
    byShift.set(shift, [...(byShift.get(shift) ?? []), id]);
  }
  let most: string[] = [];
  for (const group of byShift.values()) if (group.length > most.length) most = group;
  return most;
}

/** Returns the rows in their new order, except that the held one stays beside those neighbours that have kept their place. */
function withOneHeld<One extends Row>(
  shown: readonly One[],
  next: readonly One[],
  held: string,
): readonly One[] {
  const before = shown.findIndex(({ id }) => id === held);
  const now = next.findIndex(({ id }) => id === held);
  const row = next[now];
  if (before < 0 || row === undefined || hasSameNeighbours(shown, before, next, now)) return next;
  const others = next.filter(({ id }) => id !== held);
  const places = new Map(others.map(({ id }, at) => [id, at]));
  const first = Math.max(0, before - beside);
  const former = shown.slice(first, before + beside + 1).filter(({ id }) => id !== held);
  const steady = new Set(
    unmovedRows(
      former.map(({ id }) => id),
      first,
      (id) => places.get(id),
    ),
  );
  const above = former.slice(0, before - first).findLast(({ id }) => steady.has(id));
  const below = former.slice(before - first).find(({ id }) => steady.has(id));
  const at = placeBeside(places, above?.id, below?.id);
  const stands = at === null || next[at]?.id === held;
  return stands ? next : [...others.slice(0, at), row, ...others.slice(at)];
}

function hasSameNeighbours(
  shown: readonly Row[],
  before: number,
  next: readonly Row[],
  now: number,
): boolean {
  return [-1, 1].every((by) => shown[before + by]?.id === next[now + by]?.id);
}

function placeBeside(
  places: ReadonlyMap<string, number>,
  above: string | undefined,
  below: string | undefined,
): number | null {
  const after = above === undefined ? undefined : places.get(above);
  if (after !== undefined) return after + 1;
  return (below === undefined ? undefined : places.get(below)) ?? null;
}

/**
 * Returns the rows in their new order, except that the held ones, such as the row under the pointer, keep their
 * position and show their new state.
 */
export function withHeld<One extends Row>(
  shown: readonly One[],
  next: readonly One[],
  held: readonly string[],
): readonly One[] {
  return held.reduce<readonly One[]>((rows, id) => withOneHeld(shown, rows, id), next);
}

/**
 * Returns the row to which the reader's place is anchored: the first preferred one that still exists, else the first
 * visible one that has kept its place. Null when no visible row still exists.
 */
export function anchorOf(
  inSight: readonly string[],
  first: number,
  indexOf: (id: string) => number | undefined,
  preferred: readonly string[],
): string | null {
  const wanted = preferred.find((id) => inSight.includes(id) && indexOf(id) !== undefined);
  return wanted ?? unmovedRows(inSight, first, indexOf)[0] ?? null;
}
