import * as identityApi from '@parley/contract/identity';
import type { Mount } from '../../../base/http/mount.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { IdentityDeps } from '../service.ts';
import type { LoginSessionItem } from './queries.ts';
import { endLoginSession, listSessions, logOut, logOutEverywhere } from './service.ts';

type Deps = Pick<IdentityDeps, 'database' | 'clock' | 'sessions'> & { realtime: RealtimeServer };

export function registerRoutes(mount: Mount, deps: Deps): void {
  mount(identityApi.loginSessionPage, async ({ caller, query }) => {
    const { list, total } = await listSessions(deps, caller, query);
    return { list: list.map((row) => present(row, caller.sessionId)), total };
  });
  mount(identityApi.endLoginSession, async ({ caller, params, origin }) => {
    await endLoginSession(deps, caller, params.loginSessionId, origin);
    return null;
  });
  mount(identityApi.logOutEverywhere, async ({ caller, origin }) => ({
    ended: await logOutEverywhere(deps, caller, origin),
  }));
  mount(identityApi.logOut, async ({ caller, origin }) => {
    await logOut(deps, caller.sessionId, origin);
    return null;
  });
}

function present(
  { subAccountId, accountName, remark, isDefault, ...row }: LoginSessionItem,
  currentId: string,
) {
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
