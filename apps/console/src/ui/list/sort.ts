import type { Column } from './description.ts';

export type Order = { column: string; ascending: boolean };

/** Reads `name.asc` or `name.desc`. */
export function orderOf(sort: string | undefined): Order | undefined {
  if (sort === undefined) return undefined;
  const at = sort.lastIndexOf('.');
  return { column: sort.slice(0, at), ascending: sort.slice(at + 1) === 'asc' };
}

/** The text for the address; undefined for the standard, which leaves no trace there. */
export function sortOf(order: Order | undefined, standard: string | undefined): string | undefined {
  if (order === undefined) return undefined;
  const sort = `${order.column}.${order.ascending ? 'asc' : 'desc'}`;
  return sort === standard ? undefined : sort;
}

/** Returns the order after a press on a column's head: up, down, and then the standard order again. */
export function nextOrder(
  { sort }: Pick<Column<never>, 'sort'>,
  present: Order | undefined,
  standard: Order | undefined,
): Order | undefined {
  if (sort === undefined) return present;
  if (present?.column !== sort) return { column: sort, ascending: true };
  if (standard?.column === sort) return { column: sort, ascending: !present.ascending };
  return present.ascending ? { column: sort, ascending: false } : undefined;
}
