import { and, asc, eq, getTableColumns, ne } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { certifications, users } from '../../../schema/identity.ts';
import type { CertificationRow } from './store.ts';

export type CertificationSubmission = CertificationRow & { email: string };

const handedIn = { ...getTableColumns(certifications), email: users.email };

/** Returns a page of submissions, the longest waiting first. */
export async function readPage(
  handle: Handle,
  query: { pageNo: number; pageSize: number; status?: CertificationRow['status'] | undefined },
): Promise<{ list: CertificationSubmission[]; total: number }> {
  const where = and(
    ne(certifications.status, 'none'),
    query.status && eq(certifications.status, query.status),
  );
  const [list, total] = await Promise.all([
    handle.db
      .select(handedIn)
      .from(certifications)
      .innerJoin(users, eq(users.workspaceId, certifications.workspaceId))
      .where(where)
      .orderBy(asc(certifications.submittedAt), asc(certifications.workspaceId))
      .limit(query.pageSize)
      .offset((query.pageNo - 1) * query.pageSize),
    handle.db.$count(certifications, where),
  ]);
  return { list, total };
}

export async function readSubmission(
  handle: Handle,
  workspaceId: WorkspaceId,
): Promise<CertificationSubmission | null> {
  const [row] = await handle.db
    .select(handedIn)
    .from(certifications)
    .innerJoin(users, eq(users.workspaceId, certifications.workspaceId))
    .where(eq(certifications.workspaceId, workspaceId));
  return row ?? null;
}
