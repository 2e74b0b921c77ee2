/** Sort orders that the reader of a list can choose. */
import { type SQL, sql } from 'drizzle-orm';

export type SortColumn = {
  /** The expression to sort by. */
  by: SQL;
  /** Its type in the database, to cast a cursor's text back. */
  type: 'text' | 'integer' | 'float8' | 'timestamptz';
  /** Rows may have no value; nulls sort last in both directions. */
  nullable?: true;
};

/** A list's order: its column, the id as tie-breaker, and the direction of both. */
export type Sorting = { column: SortColumn; id: SQL; ascending: boolean };

/** Parses `name.asc` or `name.desc` by the list's columns. */
export function sortingOf<Name extends string>(
  sort: `${Name}.${'asc' | 'desc'}`,
  columns: Readonly<Record<Name, SortColumn>>,
  id: SQL,
): Sorting {
  // The parameter's type guarantees that the part before the dot is a column's name.
  const name = sort.slice(0, sort.lastIndexOf('.')) as Name;
  return { column: columns[name], id, ascending: sort.endsWith('.asc') };
}

/** Returns what follows ORDER BY: a total order, so that no page repeats or skips a row. */
export function orderBy({ column, id, ascending }: Sorting): SQL {
  const direction = ascending ? sql`asc` : sql`desc`;
  // An index is usable only if its order of nulls matches: specify one only where a column is nullable.
  const nulls = column.nullable ? sql` nulls last` : sql``;
  return sql`${column.by} ${direction}${nulls}, ${id} ${direction}`;
}

/**
 * Selects the column's value as text, for `nextCursorOf`: a Date would lose the microseconds, and the position with them.
 * Null where the row has no value.
 */
export const placeOf = ({ column }: Sorting) => sql<string | null>`${column.by}::text`;

/** Returns the cursor after a batch's last row, opaque to clients; null if the batch isn't full, so that nothing follows. */
export function nextCursorOf<Row extends { place: string | null }>(
  rows: readonly Row[],
  pageSize: number,
  idOf: (row: Row) => string,
): string | null {
  const last = rows.length === pageSize ? rows.at(-1) : undefined;
  return last ? JSON.stringify([last.place, idOf(last)]) : null;
}

/** Returns the condition for rows after a cursor: all of them without one. */
export function afterCursor({ column, id, ascending }: Sorting, cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`;
  const [place, last]: [string | null, string] = JSON.parse(cursor);
  const compare = ascending ? sql`>` : sql`<`;
  if (place === null) return sql`(${column.by} is null and ${id} ${compare} ${last}::uuid)`;
  const after = sql`(${column.by}, ${id}) ${compare} (${place}::${sql.raw(column.type)}, ${last}::uuid)`;
  return column.nullable ? sql`(${after} or ${column.by} is null)` : after;
}
