import { useState } from 'react';

/** The number of rows that can be selected at once: as many as one request takes. */
export const selectionLimit = 200;

export type Selection<Row> = {
  /** By their keys, those of other pages as they were last seen. */
  rows: ReadonlyMap<string, Row>;
  /** All rows that match are selected, those that aren't loaded too. */
  all: boolean;
  set: (rows: ReadonlyMap<string, Row>) => void;
  selectAll: () => void;
  /** Takes these out: they are gone, or dealt with. */
  drop: (keys: Iterable<string>) => void;
  clear: () => void;
};

type Place = { pageNo?: unknown; pageSize?: unknown; sort?: unknown };

/** The rows chosen on all pages of a list, in any order; other filters begin with none. */
export function useSelection<Row>(filters: Place): Selection<Row> {
  const { pageNo: _, pageSize: __, sort: ___, ...narrowing } = filters;
  const list = JSON.stringify(narrowing);
  const [kept, setKept] = useState<{ list: string; rows: ReadonlyMap<string, Row>; all: boolean }>({
    list,
    rows: new Map(),
    all: false,
  });
  const set = (rows: ReadonlyMap<string, Row>) => setKept({ list, rows, all: false });
  return {
    rows: kept.list === list ? kept.rows : new Map(),
    all: kept.list === list && kept.all,
    set,
    selectAll: () => setKept((before) => ({ ...before, all: true })),
    drop: (keys) =>
      setKept((before) => {
        const gone = new Set(keys);
        return { ...before, all: false, rows: new Map([...before.rows].filter(([key]) => !gone.has(key))) };
      }),
    clear: () => set(new Map()),
  };
}

/** Adds rows as far as there is room, and says how many found none. */
export function withRows<Row>(
  rows: ReadonlyMap<string, Row>,
  added: readonly Row[],
  keyOf: (row: Row) => string,
): { rows: ReadonlyMap<string, Row>; refused: number } {
  const next = new Map(rows);
  let refused = 0;
  for (const row of added) {
    if (next.size < selectionLimit || next.has(keyOf(row))) next.set(keyOf(row), row);
    else refused += 1;
  }
  return { rows: next, refused };
}
