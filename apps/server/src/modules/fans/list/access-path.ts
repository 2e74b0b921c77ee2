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
  /** Rows that the filters leave stand close together in the order, perhaps at its other end. */
  bunched: boolean;
  /** The share of rows whose texts have all letters that are searched for: only these texts are looked up. */
  lettered: number;
  wanted: number;
};

/**
 * The relative costs of a row: found in an index, visited in the table, its bits compared, its text or tags looked up
 * besides, or collected. Rows that grew together lie together, texts too; those that were active together don't.
 */
const cost = {
  indexed: 0.6,
  visited: 8,
  compared: 0.2,
  lookedUp: { grown: 3, active: 7 },
  collected: { search: 40, tags: 3, days: 0.6 },
};

/** Filters that the leader's index can't answer without visiting the row. */
const inIndex: Readonly<Record<Leader, readonly string[]>> = {
  types: ['types', 'subAccounts', 'platforms', 'days'],
  subAccounts: ['types', 'subAccounts', 'platforms', 'days'],
  socialAccounts: ['socialAccounts'],
  platforms: ['platforms'],
};

/** Filters that compare bits of the index, and look up the few rows that have them. */
const compared: readonly string[] = ['search', 'tags'];
/** The share of fans whose tags aren't those that are asked for, but have a bit of theirs. */
const sameBit = 0.02;

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

function walkOf(
  leader: Leader,
  { total, rows, daysBoundOrder, bunched, lettered, wanted }: ListFacts,
): Costed {
  const others = Object.entries(rows).filter(
    ([name]) => name !== leader && !(name === 'days' && daysBoundOrder),
  );
  // As if filters had nothing to do with each other; a share of 0 would make any walk infinite.
  const share = others.reduce((left, [, count]) => left * Math.max(count / Math.max(total, 1), 1e-7), 1);
  const inDays = daysBoundOrder ? Math.min(1, (rows.days ?? total) / Math.max(total, 1)) : 1;
  const there = (rows[leader] ?? total) * inDays;
  // A walk for tags that goes on to the end of the list takes seconds, where few of the tags' fans are in the days.
  const read = rows.tags !== undefined && bunched ? there : Math.min(there, wanted / share);
  const visits = others.some(([name]) => !compared.includes(name) && !inIndex[leader].includes(name));
  const lookedUp = cost.lookedUp[daysBoundOrder ? 'grown' : 'active'];
  const byBits = (share: number) => cost.compared + Math.min(1, share) * lookedUp;
  const searched = rows.search === undefined ? 0 : byBits(lettered);
  const tagged = rows.tags === undefined ? 0 : byBits(sameBit + rows.tags / Math.max(total, 1));
  const ofRow = (visits ? cost.visited : cost.indexed) + searched + tagged;
  return { path: { kind: 'walk', leader, rows: Math.ceil(read) }, cost: read * ofRow };
}
