import type { ListDescription } from './description.ts';

/** Returns the rows loaded so far; undefined until the first request has succeeded. */
export function loadedRows<Row>({ rows }: Pick<ListDescription<Row>, 'rows'>): readonly Row[] | undefined {
  return rows.kind === 'pages' ? rows.query.data?.list : rows.query.data?.pages.flatMap((page) => page.list);
}
