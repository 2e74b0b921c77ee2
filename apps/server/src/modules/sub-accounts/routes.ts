import {
  allocateCharacters,
  createSubAccount as createEndpoint,
  deskSelf,
  type SubAccount,
  subAccountPage,
} from '@parley/contract';
import { type Database, type Handle, transaction } from '../../base/db/database.ts';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Realtime } from '../../base/realtime/realtime.ts';
import type { Characters } from '../characters/index.ts';
import { readOne, readPage, type SubAccountItem } from './queries.ts';
import { allocate, choosePassword, createSubAccount } from './service.ts';

export type SubAccountsDeps = { database: Database; characters: Characters; realtime: Realtime };

export function registerRoutes(mount: Mount, { database, characters, realtime }: SubAccountsDeps): void {
  mount(subAccountPage, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: await present(database, characters, caller.workspaceId, list), total };
  });

  mount(createEndpoint, async ({ caller: { workspaceId }, body }) => {
    const password = await choosePassword(body.password);
    await characters.recall(workspaceId);
    const subAccount = await transaction(database, async (tx) => {
      const creation = { ...body, isDefault: false, passwordHash: password.hash };
      const id = await createSubAccount(tx, characters, workspaceId, creation);
      tx.afterCommit(() => realtime.console(workspaceId).emit('characters', { subAccountId: id }));
      return presentOne(tx, characters, workspaceId, id);
    });
    return { subAccount, password: password.plain };
  });

  mount(allocateCharacters, async ({ caller: { workspaceId }, body }) => {
    await characters.recall(workspaceId);
    return transaction(database, async (tx) => {
      await allocate(tx, characters, workspaceId, body);
      tx.afterCommit(() =>
        realtime
          .workspace(workspaceId, body.subAccountId)
          .emit('characters', { subAccountId: body.subAccountId }),
      );
      return presentOne(tx, characters, workspaceId, body.subAccountId);
    });
  });

  mount(deskSelf, async ({ caller: { workspaceId, subAccountId } }) => {
    const { id, accountName, remark, unlimited, remaining } = await presentOne(
      database,
      characters,
      workspaceId,
      subAccountId,
    );
    return { subAccountId: id, accountName, remark, unlimited, remaining };
  });
}

async function presentOne(handle: Handle, characters: Characters, workspaceId: WorkspaceId, id: string) {
  const item = found(await readOne(handle, workspaceId, id), 'sub-account.not-found');
  const [presented] = await present(handle, characters, workspaceId, [item]);
  return found(presented);
}

/** An unlimited sub-account can spend what the owner has: that is what it shows. */
async function present(
  handle: Handle,
  characters: Characters,
  workspaceId: WorkspaceId,
  items: readonly SubAccountItem[],
): Promise<SubAccount[]> {
  const balances = await characters.balances(handle, workspaceId, [
    workspaceId,
    ...items.map((item) => item.id),
  ]);
  const byId = new Map(balances.map((balance) => [balance.accountId, balance]));
  return items.map(({ online, total, createdAt, ...item }) => {
    const balance = byId.get(item.id);
    const unlimited = balance?.unlimited ?? false;
    const payer = unlimited ? byId.get(workspaceId) : balance;
    return {
      ...item,
      unlimited,
      remaining: payer?.remaining ?? 0,
      usedToday: balance?.usedToday ?? 0,
      usedTotal: balance?.usedTotal ?? 0,
      socialAccounts: { online, total },
      createdAt: createdAt.getTime(),
    };
  });
}
