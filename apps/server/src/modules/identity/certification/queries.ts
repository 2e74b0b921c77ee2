import type { CertificationSort, certificationPage } from '@parley/contract/identity';
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../../base/db/database.ts';
import { orderBy, sortingOf } from '../../../base/db/sort.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { certifications, users } from '../../../schema/identity.ts';
import type { CertificationRow } from './store.ts';

export type CertificationSubmission = CertificationRow & { email: string };

const handedIn = { ...getTableColumns(certifications), email: users.email };

const sorting = (sort: CertificationSort) =>
  sortingOf(
    sort,
    {
      enterpriseName: { by: sql`lower(${certifications.enterpriseName})`, type: 'text' },
      email: { by: sql`${users.email}`, type: 'text' },
      submittedAt: { by: sql`${certifications.submittedAt}`, type: 'timestamptz' },
    },
    sql`${certifications.workspaceId}`,
  );

/** Returns a page of submissions, in the chosen order. */
export async function readPage(
  handle: Handle,
  query: z.output<(typeof certificationPage)['query']>,
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
      .orderBy(orderBy(sorting(query.sort)))
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
