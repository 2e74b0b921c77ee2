/** SQL shared by a link's records and its report: the cursor of pages sorted latest first, and the workspace's day. */
import { type SQL, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../base/ids.ts';
import { workspaceDay, workspaces } from '../../../schema/workspaces.ts';

export type RecordsPlace = { cursor?: string | undefined; pageNo: number; pageSize: number };
export type RecordsPage<Item> = { list: Item[]; nextCursor: string | null };

/** Parses a cursor, `1700000000000000_<id>`; anything else starts at the latest row. */
export function after({ cursor }: RecordsPlace, at: SQL, id: SQL): SQL {
  const [, micros, last] = /^(\d{1,17})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor ?? '') ?? [];
  if (micros === undefined) return sql``;
  return sql`and (${at}, ${id}) < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${last}::uuid)`;
}

export const pageOf = ({ pageNo, pageSize }: RecordsPlace) =>
  sql`limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}`;

export function toPage<Item extends { id: string; at: number }>(
  rows: readonly Item[],
  { pageSize }: RecordsPlace,
): RecordsPage<Item> {
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  return { list, nextCursor: rows.length > pageSize && last ? `${last.at}_${last.id}` : null };
}

/** The workspace's present day, as a subquery, so that the queries of a report can run in parallel. */
export const todayOf = (workspaceId: WorkspaceId): SQL =>
  sql`(select ${workspaceDay(sql`now()`)} from ${workspaces} w where w.id = ${workspaceId})`;
