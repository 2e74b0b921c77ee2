/** A workspace with characters and ten ports, and the operations on its sub-accounts, without the app. */
import { randomUUID } from 'node:crypto';
import { type SubAccountChanges, type SubAccountForm, subAccountForm } from '@parley/contract/sub-accounts';
import { eq } from 'drizzle-orm';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { type Characters, createCharacters } from '../../characters/index.ts';
import { changeStatus, deleteSubAccounts } from '../batches.ts';
import {
  createFromForm,
  createSubAccount,
  type DeskSessions,
  moveCharacters,
  resetPassword,
  type ServiceDeps,
  updateSubAccount,
} from '../service.ts';
import { findSubAccount, type SubAccountRow } from '../store.ts';

export type SubAccountsHarness = Awaited<ReturnType<typeof startSubAccountsHarness>>;

export async function startSubAccountsHarness() {
  const place = await testDatabase();
  const log = createLog('silent');
  const database = connectDatabase(place.url, log, 12);
  const characters = createCharacters({ database, clock: systemClock, log });
  return {
    workspace: () => openWorkspace(database, characters),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

/** Creates a workspace whose owner has 1,000 characters. */
async function openWorkspace(database: Database, characters: Characters) {
  const workspaceId = trustWorkspaceId(newId());
  await transaction(database, async (tx) => {
    await tx.db.insert(workspaces).values({ id: workspaceId });
    await characters.openOwnerAccount(tx, workspaceId);
    await characters.grant(tx, workspaceId, { key: randomUUID(), amount: 1_000, remark: null });
  });
  const balance = async (id: string) => (await characters.balances(database, workspaceId, [id]))[0];
  const { sessions, ended } = fakeSessions();
  return {
    workspaceId,
    database,
    characters,
    /** The ended desk sessions: a reason, then the sub-accounts. */
    ended,
    balance,
    row: (id: string) => findSubAccount(database, workspaceId, id),
    ownerRemaining: async () => (await balance(workspaceId))?.remaining,
    count: () => database.db.$count(subAccounts, eq(subAccounts.workspaceId, workspaceId)),
    /** Adds a social account in a state of its connection. */
    async addSocial(subAccountId: string, state: 'online' | 'offline', enabled = true): Promise<void> {
      const id = newId();
      const bot = { platform: 'telegram', name: 'Bot', handle: '@bot', credentials: '' } as const;
      const row = { workspaceId, id, externalId: id, subAccountId, state, enabled };
      await database.db.insert(socialAccounts).values({ ...bot, ...row });
    },
    ...creationIn(database, characters, workspaceId),
    ...changesIn(database, { characters, sessions }, workspaceId),
  };
}

function fakeSessions() {
  const ended: unknown[][] = [];
  const sessions: DeskSessions = {
    endAll: async (_, ids, { reason }) => void ended.push([reason, ...ids]),
    endOlder: async (_, id) => void ended.push(['older', id]),
  };
  return { sessions, ended };
}

function creationIn(database: Database, characters: Characters, workspaceId: WorkspaceId) {
  return {
    make: (form: Partial<SubAccountForm> = {}) =>
      transaction(database, (tx) => {
        const body = subAccountForm.parse({ remark: 'Ana', unlimited: false, characters: 0, ...form });
        return createFromForm(tx, characters, workspaceId, body, 'hash');
      }),
    makeDefault: () =>
      transaction(database, (tx) =>
        createSubAccount(tx, characters, workspaceId, {
          remark: 'Default',
          unlimited: true,
          characters: 0,
          isDefault: true,
          passwordHash: 'hash',
        }),
      ),
  };
}

function changesIn(database: Database, deps: ServiceDeps, workspaceId: WorkspaceId) {
  const { characters, sessions } = deps;
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => transaction(database, work);
  return {
    /** @param seen the row with which the form was opened */
    update: (seen: SubAccountRow, changes: Partial<SubAccountChanges> = {}) =>
      inTransaction(async (tx) => {
        const [balance] = await characters.balances(tx, workspaceId, [seen.id]);
        const { unlimited = false } = balance ?? {};
        const form = { ...seen, subAccountId: seen.id, unlimited, autoAllocation: null, ...changes };
        return updateSubAccount(tx, deps, workspaceId, form);
      }),
    resetPassword: (subAccountId: string) =>
      inTransaction((tx) =>
        resetPassword(tx, sessions, workspaceId, { subAccountId, passwordHash: 'new hash' }),
      ),
    move: (
      direction: 'allocate' | 'takeBack',
      subAccountId: string,
      amount: number,
      requestId: string = randomUUID(),
      remark?: string,
    ) =>
      inTransaction((tx) =>
        moveCharacters(tx, characters, workspaceId, direction, { requestId, subAccountId, amount, remark }),
      ),
    setStatus: (ids: readonly string[], status: 'normal' | 'disabled') =>
      inTransaction((tx) => changeStatus(tx, sessions, workspaceId, { ids, status })),
    remove: (ids: readonly string[]) => inTransaction((tx) => deleteSubAccounts(tx, deps, workspaceId, ids)),
  };
}
