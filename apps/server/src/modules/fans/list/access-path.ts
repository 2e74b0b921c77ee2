/**
 * Chooses how a page of the list is read. PostgreSQL's planner assumes that matches of a filter are evenly distributed in any
 * order, and has no statistics per workspace; the counters do.
 */

/** The leading column of an index, which returns the rows of given values in list order. */
export type LeadingFilter = 'types' | 'subAccounts' | 'socialAccounts' | 'platforms';
/** Filters whose rows are all read, then sorted. */
export type CollectedFilter = 'search' | 'tags' | 'days';
/** `rows`: the number of rows that a scan is expected to read. */
export type AccessPath =
  | { kind: 'scan'; leader: LeadingFilter; rows: number }
  | { kind: 'collect'; by: CollectedFilter };

export type ListFacts = {
  /** Number of all rows of the workspace. */
  total: number;
  /** The number of rows matching each filter alone; absent if the filter isn't set. */
  rows: Partial<Record<LeadingFilter | CollectedFilter | 'workOrder', number>>;
  /** True if the filter on growth days is a range of the sort order, so that no row outside of it is read. */
  daysBoundOrder: boolean;
  /** True if matching rows are adjacent in the sort order, possibly at its far end. */
  bunched: boolean;
  /** The share of rows whose texts contain all letters of the search; only their texts are looked up. */
  lettered: number;
  wanted: number;
};

/**
 * Relative costs per row: found in an index, visited in the table, its bits compared, its text or tags looked up as well, or
 * collected. Rows with a similar time of growth are physically close, as are their texts; rows with similar activity aren't.
 */
const cost = {
  indexed: 0.6,
  visited: 8,
  compared: 0.2,
  lookedUp: { grown: 3, active: 7 },
  collected: { search: 40, tags: 3, days: 0.6 },
};

/** Filters that the leader's index answers without visiting the row. */
const inIndex: Readonly<Record<LeadingFilter, readonly string[]>> = {
  types: ['types', 'subAccounts', 'platforms', 'days'],
  subAccounts: ['types', 'subAccounts', 'platforms', 'days'],
  socialAccounts: ['socialAccounts'],
  platforms: ['platforms'],
};

/** Filters that compare bits in the index, and look up the few rows whose bits match. */
const compared: readonly string[] = ['search', 'tags'];
/** The share of fans that have a bit of the wanted tags but none of those tags. */
const sameBit = 0.02;

type Costed = { path: AccessPath; cost: number };

/** Returns the path with the lowest estimated cost. */
export function accessPathOf(facts: ListFacts): AccessPath {
  const leaders: LeadingFilter[] = ['types', 'subAccounts', 'socialAccounts', 'platforms'];
  const collected: CollectedFilter[] = ['search', 'tags', 'days'];
  const paths: Costed[] = [];
  for (const leader of leaders)
    if (leader === 'types' || facts.rows[leader] !== undefined) paths.push(scanOf(leader, facts));
  for (const by of collected) {
    const rows = facts.rows[by];
    if (rows !== undefined && !(by === 'days' && facts.daysBoundOrder))
      paths.push({ path: { kind: 'collect', by }, cost: rows * cost.collected[by] });
  }
  const [first] = paths.sort((a, b) => a.cost - b.cost);
  return first?.path ?? { kind: 'scan', leader: 'types', rows: facts.total };
}

function scanOf(
  leader: LeadingFilter,
  { total, rows, daysBoundOrder, bunched, lettered, wanted }: ListFacts,
): Costed {
  const others = Object.entries(rows).filter(
    ([name]) => name !== leader && !(name === 'days' && daysBoundOrder),
  );
  // Treats filters as independent; a share of 0 would make any scan infinite.
  const share = others.reduce((left, [, count]) => left * Math.max(count / Math.max(total, 1), 1e-7), 1);
  const inDays = daysBoundOrder ? Math.min(1, (rows.days ?? total) / Math.max(total, 1)) : 1;
  const there = (rows[leader] ?? total) * inDays;
  // If few fans with the tags fall into the days, a scan reads to the end of the list, which takes seconds.
  const read = rows.tags !== undefined && bunched ? there : Math.min(there, wanted / share);
  const visits = others.some(([name]) => !compared.includes(name) && !inIndex[leader].includes(name));
  const lookedUp = cost.lookedUp[daysBoundOrder ? 'grown' : 'active'];
  const byBits = (share: number) => cost.compared + Math.min(1, share) * lookedUp;
  const searched = rows.search === undefined ? 0 : byBits(lettered);
  const tagged = rows.tags === undefined ? 0 : byBits(sameBit + rows.tags / Math.max(total, 1));
  const ofRow = (visits ? cost.visited : cost.indexed) + searched + tagged;
  return { path: { kind: 'scan', leader, rows: Math.ceil(read) }, cost: read * ofRow };
}
