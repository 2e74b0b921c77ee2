/**
 * Decides whose name, notes and tags the row shows that represents a person on a social account: the kept fan's, although the
 * earliest row is the one that counts. A pure function. Rows exchange their details, so that none are lost and undoing a merge
 * returns them.
 */
export type DetailedRow = {
  id: string;
  /** The topmost fan of its person, before the change. */
  fanId: string;
  /** The fan that it was created for. */
  ownFanId: string;
  socialAccountId: string;
  isShownBefore: boolean;
  isShownAfter: boolean;
  /** The row whose details it has; usually itself. */
  detailsOf: string;
};

/** A person after the change. `ownFanIds`: all fans merged into it, itself included. */
export type WholePerson = { topmost: string; ownFanIds: ReadonlySet<string> };

/** The row `id` gets the details that the row `from` has now, which are those of `detailsOf`. */
export type MovedDetails = { id: string; from: string; detailsOf: string };

export function moveDetails(rows: readonly DetailedRow[], people: readonly WholePerson[]): MovedDetails[] {
  return [...Map.groupBy(rows, ({ socialAccountId }) => socialAccountId).values()].flatMap((there) =>
    moveOnAccount(there, people),
  );
}

function moveOnAccount(rows: readonly DetailedRow[], people: readonly WholePerson[]): MovedDetails[] {
  const wanted = new Map<string, string>();
  for (const person of people) {
    const own = rows.filter(({ ownFanId }) => person.ownFanIds.has(ownFanId));
    const shown = own.find(({ isShownAfter }) => isShownAfter);
    if (shown !== undefined) wanted.set(shown.id, detailsFor(person, own, shown));
  }
  const free = new Set(rows.map(({ detailsOf }) => detailsOf));
  for (const detailsOf of wanted.values()) free.delete(detailsOf);
  for (const { id, detailsOf } of rows) {
    if (wanted.has(id)) continue;
    // Hidden rows keep what they have, or take what a shown one has given away.
    const left = free.has(detailsOf) ? detailsOf : [...free][0];
    if (left === undefined) continue;
    free.delete(left);
    wanted.set(id, left);
  }
  const holders = new Map(rows.map(({ id, detailsOf }) => [detailsOf, id]));
  return rows.flatMap(({ id, detailsOf: present }) => {
    const detailsOf = wanted.get(id) ?? present;
    const from = holders.get(detailsOf);
    return detailsOf === present || from === undefined ? [] : [{ id, from, detailsOf }];
  });
}

/** The details shown for the topmost fan before, if they are still this person's; else the topmost fan's own, or the row's. */
function detailsFor({ topmost }: WholePerson, own: readonly DetailedRow[], shown: DetailedRow): string {
  const before = own.find(({ fanId, isShownBefore }) => isShownBefore && fanId === topmost)?.detailsOf;
  if (before !== undefined && own.some(({ id }) => id === before)) return before;
  return own.find(({ ownFanId }) => ownFanId === topmost)?.id ?? shown.id;
}
