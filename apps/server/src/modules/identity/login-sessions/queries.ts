import { and, desc, eq, exists, gt, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { authSessions, refreshTokens } from '../../../schema/identity.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';

/** The sessions to list: those of these subjects, or those of a workspace except these subjects'. */
export type LoginSessionScope = { subjectIds: string[] } | { workspaceId: WorkspaceId; except: string[] };

// Another module's table, read only for this list. The outer columns are spelled out: Drizzle omits the table's name,
// so that they would be taken for the inner table's.
const subAccount = <T>(column: string): SQL<T | null> =>
  sql<T | null>`(select ${sql.identifier(column)} from ${subAccounts} a where a.id = ${authSessions}.subject_id
    and a.workspace_id = ${authSessions}.workspace_id and ${authSessions}.audience = 'desk')`;

const item = {
  id: authSessions.id,
  place: authSessions.audience,
  userAgent: authSessions.userAgent,
  address: authSessions.address,
  createdAt: authSessions.createdAt,
  lastActiveAt: authSessions.lastActiveAt,
  expiresAt: authSessions.expiresAt,
  subAccountId: subAccount<string>('id'),
  accountName: subAccount<string>('account_name'),
  remark: subAccount<string>('remark'),
  isDefault: subAccount<boolean>('is_default'),
};
export type LoginSessionItem = Awaited<ReturnType<typeof readSessions>>['list'][number];

/** Returns a page of the open sessions that can be renewed, the most recently active first. */
export async function readSessions(
  handle: Handle,
  scope: LoginSessionScope,
  query: { pageNo: number; pageSize: number },
  now: Date,
) {
  const where = and(
    isNull(authSessions.endedAt),
    gt(authSessions.expiresAt, now),
    // Not by `last_active_at`, which for sessions older than that column is less exact than their tokens.
    exists(
      handle.db
        .select({ sessionId: refreshTokens.sessionId })
        .from(refreshTokens)
        .where(and(eq(refreshTokens.sessionId, authSessions.id), gt(refreshTokens.expiresAt, now))),
    ),
    ...('subjectIds' in scope
      ? [inArray(authSessions.subjectId, scope.subjectIds)]
      : [eq(authSessions.workspaceId, scope.workspaceId), notInArray(authSessions.subjectId, scope.except)]),
  );
  const [list, total] = await Promise.all([
    handle.db
      .select(item)
      .from(authSessions)
      .where(where)
      .orderBy(desc(authSessions.lastActiveAt), authSessions.id)
      .limit(query.pageSize)
      .offset((query.pageNo - 1) * query.pageSize),
    handle.db.$count(authSessions, where),
  ]);
  return { list, total };
}
