import type { ListDescription } from './description.ts';

/** The rows that have come so far; undefined before the first of them. */
export function rowsOf<Row>({ rows }: Pick<ListDescription<Row>, 'rows'>): readonly Row[] | undefined {
  return rows.kind === 'pages' ? rows.query.data?.list : rows.query.data?.pages.flatMap((page) => page.list);
}
