/** The order of a list that its reader chooses. */
import { type SQL, sql } from 'drizzle-orm';

export type SortColumn = {
  /** The expression by which rows are compared. */
  by: SQL;
  /** Its type in the database, for the way back from a cursor's text. */
  type: 'text' | 'integer' | 'float8' | 'timestamptz';
  /** Rows may have no value; they come last in both directions. */
  nullable?: true;
};

/** A list's order: its column, which ids decide between rows that are equal there, and the direction of both. */
export type Sorting = { column: SortColumn; id: SQL; ascending: boolean };

/** Reads `name.asc` or `name.desc` by the list's columns. */
export function sortingOf<Name extends string>(
  sort: `${Name}.${'asc' | 'desc'}`,
  columns: Readonly<Record<Name, SortColumn>>,
  id: SQL,
): Sorting {
  // The type says that only a column's name stands before the point.
  const name = sort.slice(0, sort.lastIndexOf('.')) as Name;
  return { column: columns[name], id, ascending: sort.endsWith('.asc') };
}

/** ORDER BY: a total order, so that no page repeats or skips a row. */
export function orderBy({ column, id, ascending }: Sorting): SQL[] {
  const direction = ascending ? sql`asc` : sql`desc`;
  // An index is in the database's own order of nulls, and is skipped for any other: specify it only where it matters.
  const nulls = column.nullable ? sql` nulls last` : sql``;
  return [sql`${column.by} ${direction}${nulls}`, sql`${id} ${direction}`];
}

/**
 * The column's value as text, for `cursorOf`: a Date would lose what is below the millisecond, and with it the place.
 * Null where the row has no value.
 */
export const placeOf = ({ column }: Sorting) => sql<string | null>`${column.by}::text`;

/** Names a row's place in the order; opaque to clients. */
export const cursorOf = (place: string | null, id: string): string => JSON.stringify([place, id]);

/** The rows that follow a place in the order. */
export function afterCursor({ column, id, ascending }: Sorting, cursor: string): SQL {
  const [place, last]: [string | null, string] = JSON.parse(cursor);
  const compare = ascending ? sql`>` : sql`<`;
  if (place === null) return sql`(${column.by} is null and ${id} ${compare} ${last}::uuid)`;
  const after = sql`(${column.by}, ${id}) ${compare} (${place}::${sql.raw(column.type)}, ${last}::uuid)`;
  return column.nullable ? sql`(${after} or ${column.by} is null)` : after;
}
