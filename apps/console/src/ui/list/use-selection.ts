import { useState } from 'react';

/** The maximum number of selected rows: the limit of one request. */
export const selectionLimit = 200;

export type Selection<Row> = {
  /** The selected rows by key; those of other pages as last loaded. */
  rows: ReadonlyMap<string, Row>;
  /** True when all matching rows are selected, loaded or not. */
  all: boolean;
  set: (rows: ReadonlyMap<string, Row>) => void;
  selectAll: () => void;
  /** Deselects rows that were deleted or processed. */
  drop: (keys: Iterable<string>) => void;
  clear: () => void;
};

type Place = { pageNo?: unknown; pageSize?: unknown; sort?: unknown };

/** The rows selected on all pages of a list, in any order; a change of filters clears them. */
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

/** Adds rows up to the limit and returns the number of rows beyond it. */
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
