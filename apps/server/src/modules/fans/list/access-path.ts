/**
 * Chooses how a page of the list is read. The database's own planner assumes that rows of every filter lie evenly in every
 * order and has no counts of one workspace; the counters do.
 */

/** The leading column of an index, which returns rows of these values in the order of the list. */
export type Leader = 'types' | 'subAccounts' | 'socialAccounts' | 'platforms';
/** Rows that are all read, and sorted then. */
export type Collected = 'search' | 'tags' | 'days';
/** `rows`: how many a walk is expected to read. */
export type AccessPath = { kind: 'walk'; leader: Leader; rows: number } | { kind: 'collect'; by: Collected };

export type ListFacts = {
  /** All rows of the workspace. */
  total: number;
  /** The number of rows that each filter alone leaves; left out where the filter isn't set. */
  rows: Partial<Record<Leader | Collected | 'workOrder', number>>;
  /** The days of growth bound the order itself, so that no row outside of them is read. */
  daysBoundOrder: boolean;
  wanted: number;
};

/**
 * The relative costs of a row: found in an index, visited in the table, searched besides, or collected. Rows that grew
 * together lie together, texts too; those that were active together don't.
 */
const cost = {
  indexed: 0.6,
  visited: 8,
  searched: { grown: 3, active: 7 },
  collected: { search: 10, tags: 3, days: 0.6 },
};

/** Filters that the leader's index can't answer without visiting the row. */
const inIndex: Readonly<Record<Leader, readonly string[]>> = {
  types: ['types', 'subAccounts', 'platforms', 'days'],
  subAccounts: ['types', 'subAccounts', 'platforms', 'days'],
  socialAccounts: ['socialAccounts'],
  platforms: ['platforms'],
};

type Costed = { path: AccessPath; cost: number };

/** Returns the path that reads the fewest rows. */
export function accessPathOf(facts: ListFacts): AccessPath {
  const leaders: Leader[] = ['types', 'subAccounts', 'socialAccounts', 'platforms'];
  const collected: Collected[] = ['search', 'tags', 'days'];
  const paths: Costed[] = [];
  for (const leader of leaders)
    if (leader === 'types' || facts.rows[leader] !== undefined) paths.push(walkOf(leader, facts));
  for (const by of collected) {
    const rows = facts.rows[by];
    if (rows !== undefined && !(by === 'days' && facts.daysBoundOrder))
      paths.push({ path: { kind: 'collect', by }, cost: rows * cost.collected[by] });
  }
  const [first] = paths.sort((a, b) => a.cost - b.cost);
  return first?.path ?? { kind: 'walk', leader: 'types', rows: facts.total };
}

function walkOf(leader: Leader, { total, rows, daysBoundOrder, wanted }: ListFacts): Costed {
  const others = Object.entries(rows).filter(
    ([name]) => name !== leader && !(name === 'days' && daysBoundOrder),
  );
  // As if filters had nothing to do with each other; a share of 0 would make any walk infinite.
  const share = others.reduce((left, [, count]) => left * Math.max(count / Math.max(total, 1), 1e-7), 1);
  const inDays = daysBoundOrder ? Math.min(1, (rows.days ?? total) / Math.max(total, 1)) : 1;
  const there = (rows[leader] ?? total) * inDays;
  const read = Math.min(there, wanted / share);
  const visits = others.some(([name]) => name !== 'search' && !inIndex[leader].includes(name));
  const searched = rows.search === undefined ? 0 : cost.searched[daysBoundOrder ? 'grown' : 'active'];
  const ofRow = (visits ? cost.visited : cost.indexed) + searched;
  return { path: { kind: 'walk', leader, rows: Math.ceil(read) }, cost: read * ofRow };
}
