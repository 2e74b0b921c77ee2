/** Sorts and reads lists in the order that their reader chooses. */
import { expect } from 'vitest';

type Value = string | number | null;
type Identified = { id: string | number };

/**
 * Sorts as a list must: by the value, with missing ones last; equal ones by id, in the same direction.
 *
 * @param sort `name.asc` or `name.desc`
 */
export function sorted<Row extends Identified>(
  rows: readonly Row[],
  sort: string,
  keyOf: (row: Row) => Value,
): Row['id'][] {
  const way = sort.endsWith('.asc') ? 1 : -1;
  const compare = (one: Value, other: Value) => {
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -way : way;
  };
  return rows
    .toSorted((one, other) => compare(keyOf(one), keyOf(other)) || compare(one.id, other.id))
    .map(({ id }) => id);
}

/** Returns the ids of all pages of this size, one after another. */
export async function allPages(
  read: (place: { pageNo: number; pageSize: number }) => Promise<readonly { id: string }[]>,
  pageSize: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const list = await read({ pageNo, pageSize });
    ids.push(...list.map(({ id }) => id));
    if (list.length < pageSize) return ids;
  }
}

/** Returns the ids of all batches of this size, each read from the cursor of the batch before. */
export async function allBatches(
  read: (place: { cursor: string | undefined; pageSize: number }) => Promise<{
    list: readonly { id: string }[];
    nextCursor: string | null;
  }>,
  pageSize: number,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { list, nextCursor } = await read({ cursor: cursor ?? undefined, pageSize });
    ids.push(...list.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor !== null);
  return ids;
}

/** Returns each order of a list, `name.asc` and `name.desc`, with the value by which it sorts. */
export const sortsOf = <Row, Sort>(
  columns: Readonly<Record<string, (row: Row) => Value>>,
  schema: { parse(sort: string): Sort },
) =>
  Object.entries(columns).flatMap(([column, keyOf]) =>
    ['asc', 'desc'].map((way) => [schema.parse(`${column}.${way}`), keyOf] as const),
  );

type SortedList<Row> = {
  sort: string;
  keyOf: (row: Row) => Value;
  /** The number of rows. */
  count: number;
  /** Least number of different values by which they are sorted. */
  values?: number;
  page: (place: { pageNo: number; pageSize: number }) => Promise<{ list: readonly Row[] }>;
  /** Left out: the list isn't exported. */
  batch?: Parameters<typeof allBatches>[0];
};

/** Expects pages and batches of several sizes to have all rows in the list's order. */
export async function expectSorted<Row extends { id: string }>(it: SortedList<Row>): Promise<void> {
  const page = async (place: { pageNo: number; pageSize: number }) => (await it.page(place)).list;
  const listed = await page({ pageNo: 1, pageSize: 200 });
  expect(listed).toHaveLength(it.count);
  expect(new Set(listed.map(it.keyOf)).size).toBeGreaterThanOrEqual(it.values ?? 1);
  const expected = sorted(listed, it.sort, it.keyOf);
  for (const pageSize of [1, 4, it.count]) {
    expect(await allPages(page, pageSize)).toEqual(expected);
    if (it.batch) expect(await allBatches(it.batch, pageSize)).toEqual(expected);
  }
}
