import { getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Returns all columns of a table by their names, for a raw statement whose rows are then decoded. A `*` would change its
 * meaning with the next migration, but not its text, by which prepared statements are known.
 */
export function columnsOf(table: PgTable, alias: string): SQL {
  const names = Object.values(getTableColumns(table)).map(({ name }) => `${alias}."${name}"`);
  return sql.raw(names.join(', '));
}

/**
 * Returns the rows of a raw statement that returns `columnsOf` a table as the query builder returns them, without another
 * statement that reads them.
 */
export function decodeRows<T extends PgTable>(
  table: T,
  rows: readonly Record<string, unknown>[],
): InferSelectModel<T>[] {
  const columns = Object.entries(getTableColumns(table));
  return rows.map((row) => {
    const decoded = columns.map(([key, column]) => {
      const value = row[column.name];
      return [key, value === null ? null : column.mapFromDriverValue(value)];
    });
    // One entry for each column, decoded by the column.
    return Object.fromEntries(decoded) as InferSelectModel<T>;
  });
}
