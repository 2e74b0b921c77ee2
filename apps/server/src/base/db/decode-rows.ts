import { getTableColumns, type InferSelectModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Returns the rows of a raw statement that returns all columns of a table (`returning t.*`) as the query builder returns
 * them, without another statement that reads them.
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
