/** Replays a day from the log alone, row by row, without using any counter. */

export type Counts = { base: number; new: number; repeat: number };

/** A verdict or a correction: the type it counted as before (null for a verdict) and the type it counts as since. */
export type LogEntry = {
  from: string | null;
  to: string;
  socialAccountId: string;
  subAccountId: string;
  platform: string;
  workOrderId: string | null;
  /** True if it lies in the replayed day of the workspace's calendar. */
  ofDay: boolean;
  /** True if it lies in the work order's day of that date. */
  ofOrderDay: boolean;
};

export type Source = 'account days' | 'growth days' | 'order days' | 'closed days';
/** `key`: ids and, for growth days, the platform, separated by spaces. */
export type Counted = { source: Source; key: string } & Counts;

export type Replayed = Omit<Counted, 'source'> & {
  source: Source;
  /** Null if there is no such counter, which equals zeros. */
  kept: Counts | null;
  same: boolean;
};

const none: Counts = { base: 0, new: 0, repeat: 0 };
const same = (a: Counts, b: Counts) => a.base === b.base && a.new === b.new && a.repeat === b.repeat;

/** Sums the entries by each kind of counter. */
export function sumEntries(entries: readonly LogEntry[]): Map<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const entry of entries) {
    const keys: string[] = [];
    if (entry.ofDay) {
      keys.push(keyOf('account days', entry.socialAccountId));
      keys.push(keyOf('growth days', `${entry.subAccountId} ${entry.platform}`));
    }
    if (entry.ofOrderDay && entry.workOrderId !== null)
      keys.push(keyOf('order days', `${entry.workOrderId} ${entry.socialAccountId}`));
    for (const key of keys) {
      const before = sums.get(key) ?? none;
      sums.set(key, counting(counting(before, entry.from, -1), entry.to, 1));
    }
  }
  return sums;
}

const keyOf = (source: Source, key: string) => `${source}/${key}`;

/** Merged rows, and the missing former type of a verdict, aren't counted. */
function counting(counts: Counts, type: string | null, amount: number): Counts {
  if (type !== 'base' && type !== 'new' && type !== 'repeat') return counts;
  return { ...counts, [type]: counts[type] + amount };
}

/**
 * Compares the log's sums with the stored counters. A closed day is compared with the log's order day; work orders without rows
 * for a closed day haven't closed it. Rows with zeros on both sides are omitted.
 */
export function compare(entries: readonly LogEntry[], kept: readonly Counted[]): Replayed[] {
  const sums = sumEntries(entries);
  const rows: Replayed[] = [];
  const expected = (source: Source, key: string) =>
    sums.get(keyOf(source === 'closed days' ? 'order days' : source, key)) ?? none;
  const seen = new Set<string>();
  for (const { source, key, ...counts } of kept) {
    seen.add(keyOf(source, key));
    const logged = expected(source, key);
    rows.push({ source, key, ...logged, kept: counts, same: same(logged, counts) });
  }
  const closedOrders = new Set(
    kept.filter(({ source }) => source === 'closed days').map(({ key }) => key.split(' ')[0] ?? ''),
  );
  for (const [name, logged] of sums) {
    const [source, key] = split(name);
    const missing = [source, ...(isClosed(source, key, closedOrders) ? (['closed days'] as const) : [])];
    for (const of of missing) {
      if (!seen.has(keyOf(of, key)))
        rows.push({ source: of, key, ...logged, kept: null, same: same(logged, none) });
    }
  }
  return rows
    .filter((row) => !row.same || !same(row, none))
    .sort((a, b) => a.source.localeCompare(b.source) || a.key.localeCompare(b.key));
}

const isClosed = (source: Source, key: string, closed: ReadonlySet<string>) =>
  source === 'order days' && closed.has(key.split(' ')[0] ?? '');

function split(name: string): [Source, string] {
  const at = name.indexOf('/');
  // Created by `keyOf`.
  return [name.slice(0, at) as Source, name.slice(at + 1)];
}
