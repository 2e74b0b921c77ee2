/** Presents sub-accounts to the console, with their current characters, ports and connected desks. */
import type { SubAccount } from '@parley/contract/sub-accounts';
import type { Handle } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { Characters } from '../characters/index.ts';
import { countTaken } from '../ports/index.ts';
import { readOne, type SubAccountItem } from './queries.ts';

export type PresenterDeps = { characters: Characters; realtime: Pick<RealtimeServer, 'desksOnline'> };

/** Presents one sub-account. Throws `sub-account.not-found`. */
export async function presentOne(
  handle: Handle,
  deps: PresenterDeps,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SubAccount> {
  const item = assertFound(await readOne(handle, workspaceId, id), 'sub-account.not-found');
  const [presented] = await present(handle, deps, workspaceId, [item]);
  return assertFound(presented);
}

/** Presents sub-accounts. An unlimited one shows the owner's characters, which it can spend. */
export async function present(
  handle: Handle,
  { characters, realtime }: PresenterDeps,
  workspaceId: WorkspaceId,
  items: readonly SubAccountItem[],
): Promise<SubAccount[]> {
  const ids = items.map(({ id }) => id);
  const [desks, balances, taken] = await Promise.all([
    realtime.desksOnline(ids),
    characters.balances(handle, workspaceId, [workspaceId, ...ids]),
    countTaken(handle, workspaceId, ids),
  ]);
  const byId = new Map(balances.map((balance) => [balance.accountId, balance]));
  return items.map(({ online: sessions, total, createdAt, ...item }) => {
    const balance = byId.get(item.id);
    const unlimited = balance?.unlimited ?? false;
    const payer = unlimited ? byId.get(workspaceId) : balance;
    return {
      ...item,
      unlimited,
      autoAllocation: balance?.autoAllocation ?? null,
      remaining: payer?.remaining ?? 0,
      usedToday: balance?.usedToday ?? 0,
      usedTotal: balance?.usedTotal ?? 0,
      socialAccounts: { online: sessions, total },
      portsTaken: taken.get(item.id) ?? 0,
      deskOnline: desks.has(item.id),
      createdAt: createdAt.getTime(),
    };
  });
}
