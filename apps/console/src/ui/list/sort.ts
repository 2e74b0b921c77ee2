import type { Column } from './description.ts';

export type Order = { column: string; ascending: boolean };

/** Reads `name.asc` or `name.desc`. */
export function orderOf(sort: string | undefined): Order | undefined {
  if (sort === undefined) return undefined;
  const at = sort.lastIndexOf('.');
  return { column: sort.slice(0, at), ascending: sort.slice(at + 1) === 'asc' };
}

/** Returns the URL parameter; undefined for the default order, which is left out of the URL. */
export function sortOf(order: Order | undefined, standard: string | undefined): string | undefined {
  if (order === undefined) return undefined;
  const sort = `${order.column}.${order.ascending ? 'asc' : 'desc'}`;
  return sort === standard ? undefined : sort;
}

/** Returns the order after a click on a column header: ascending, descending, then the default order. */
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
