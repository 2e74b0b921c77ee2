import * as identityApi from '@parley/contract/identity';
import { type Database, transaction } from '../../../base/db/database.ts';
import { AppError, found } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import { originOf } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import { subjectsOf } from '../account/credentials.ts';
import type { IdentityDeps } from '../service.ts';
import { findUserById, type WhichSessions } from '../store.ts';
import { type Listed, readSessions } from './queries.ts';

type Deps = Pick<IdentityDeps, 'database' | 'clock' | 'sessions'>;
type Caller = { userId: string; sessionId: string; workspaceId?: WorkspaceId };

export function registerRoutes(mount: Mount, deps: Deps): void {
  const { database, clock, sessions } = deps;
  mount(identityApi.loginSessionPage, async ({ caller, query }) => {
    const own = await ownSubjects(database, caller);
    const which = scopeOf(caller, own, query.scope);
    if (which === null) return { list: [], total: 0 };
    const page = await readSessions(database, which, query, new Date(clock.now()));
    return { list: page.list.map((row) => present(row, caller.sessionId)), total: page.total };
  });
  mount(identityApi.endLoginSession, async ({ caller, params, request }) => {
    const of =
      'workspaceId' in caller ? { workspaceId: caller.workspaceId } : { subjectIds: [caller.userId] };
    await transaction(database, async (tx) => {
      const which: WhichSessions = { ...of, id: params.loginSessionId };
      const ended = await sessions.endSome(tx, which, { reason: 'ended-from-list' });
      if (ended.length === 0) throw new AppError('resource.not-found');
      await record(tx, originOf(request), {
        action: 'session.ended',
        details: { loginSessionId: params.loginSessionId },
      });
    });
    return null;
  });
  mount(identityApi.logOutEverywhere, ({ caller, request }) =>
    transaction(database, async (tx) => {
      const subjectIds = await ownSubjects(tx, caller);
      const ended = await sessions.endSome(tx, { subjectIds }, { reason: 'everywhere' });
      await record(tx, originOf(request), { action: 'session.all-ended', details: { ended: ended.length } });
      return { ended: ended.length };
    }),
  );
}

async function ownSubjects(handle: Pick<Database, 'db'>, { userId }: Caller): Promise<string[]> {
  return subjectsOf(handle, found(await findUserById(handle, userId), 'auth.required'));
}

/** Returns null for an operator, who has no sub-accounts. */
function scopeOf({ workspaceId }: Caller, own: string[], scope: 'own' | 'sub-accounts') {
  if (scope === 'own') return { subjectIds: own };
  return workspaceId === undefined ? null : { workspaceId, except: own };
}

function present({ subAccountId, accountName, remark, isDefault, ...row }: Listed, currentId: string) {
  return {
    ...row,
    subAccount:
      subAccountId === null
        ? null
        : {
            id: subAccountId,
            accountName: accountName ?? '',
            remark: remark ?? '',
            isDefault: isDefault ?? false,
          },
    createdAt: row.createdAt.getTime(),
    lastActiveAt: row.lastActiveAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    current: row.id === currentId,
  };
}
