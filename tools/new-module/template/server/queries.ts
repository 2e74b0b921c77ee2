import type { __Noun__Sort, __noun__Page } from '@parley/contract/__kebab-nouns__';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { orderBy, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { __nouns__ } from '../../schema/__kebab-nouns__.ts';

export type __Noun__Item = { id: string; name: string; createdAt: Date };

const item = { id: __nouns__.id, name: __nouns__.name, createdAt: __nouns__.createdAt };

/** Sorts names without regard to case. */
const sorting = (sort: __Noun__Sort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(${__nouns__.name})`, type: 'text' },
      createdAt: { by: sql`${__nouns__.createdAt}`, type: 'timestamptz' },
    },
    sql`${__nouns__.id}`,
  );

/** Returns a page of a workspace's __plain nouns__ and the total. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, sort }: z.output<(typeof __noun__Page)['query']>,
): Promise<{ list: __Noun__Item[]; total: number }> {
  const own = eq(__nouns__.workspaceId, workspaceId);
  const [list, total] = await Promise.all([
    handle.db
      .select(item)
      .from(__nouns__)
      .where(own)
      .orderBy(orderBy(sorting(sort)))
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize),
    handle.db.$count(__nouns__, own),
  ]);
  return { list, total };
}
