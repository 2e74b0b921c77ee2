import { count, desc, eq } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { __nouns__ } from '../../schema/__kebab-nouns__.ts';

export type __Noun__Item = { id: string; name: string; createdAt: Date };

const item = { id: __nouns__.id, name: __nouns__.name, createdAt: __nouns__.createdAt };

/** One page of a workspace's __plain nouns__, newest first, and how many there are in all. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  query: { pageNo: number; pageSize: number },
): Promise<{ list: __Noun__Item[]; total: number }> {
  const own = eq(__nouns__.workspaceId, workspaceId);
  const list = await handle.db
    .select(item)
    .from(__nouns__)
    .where(own)
    .orderBy(desc(__nouns__.createdAt), desc(__nouns__.id))
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize);
  const [counted] = await handle.db.select({ total: count() }).from(__nouns__).where(own);
  return { list, total: counted?.total ?? 0 };
}
