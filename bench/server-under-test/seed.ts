/** Creates workspaces with agents, desks and social accounts, through the modules' interfaces where they have one. */

import type { App } from '../../apps/server/src/app.ts';
import { transaction } from '../../apps/server/src/base/db/database.ts';
import { systemOrigin } from '../../apps/server/src/base/http/origin.ts';
import { newId, type WorkspaceId } from '../../apps/server/src/base/ids.ts';
import type { Inbound } from '../../apps/server/src/modules/conversations/index.ts';
import { createOwner } from '../../apps/server/src/modules/identity/index.ts';
import { createSubAccount } from '../../apps/server/src/modules/sub-accounts/index.ts';

const bench = { ...systemOrigin, address: '127.0.0.1', userAgent: 'bench' };

export type SeedRequest = {
  subAccounts: number;
  /** Social accounts per sub-account. */
  accounts: number;
  /** Desk logins per sub-account, except the first. */
  desks: number;
  /** Desk logins of the first sub-account. */
  firstDesks: number;
  /** True: messages in any language are translated into English. */
  translation: boolean;
};

export type Seeded = {
  workspaceId: WorkspaceId;
  consoleToken: string;
  subAccounts: { id: string; deskTokens: string[] }[];
  /** Index of the first social account; the others follow, ordered by sub-account. */
  firstAccount: number;
};

export type Account = Inbound['account'];

/** Enough for any run. */
const characters = 1_000_000_000;
/** Sub-accounts created concurrently, so that their commits share disk flushes. */
const atOnce = 12;

/** Appends the created accounts to `accounts`. */
export async function seed(app: App, accounts: Account[], request: SeedRequest): Promise<Seeded> {
  const { services, database } = app;
  const made = await transaction(database, async (tx) => {
    const email = `owner-${newId()}@bench.example`;
    const owner = await createOwner(tx, services.characters, {
      email,
      passwordHash: 'none',
      deskPasswordHash: 'none',
      tgContact: null,
      tenantId: null,
    });
    if (!owner) throw new Error('an owner of that address exists');
    await services.characters.grant(tx, owner.workspaceId, {
      key: 'bench',
      amount: characters,
      remark: null,
    });
    return owner;
  });
  const { workspaceId } = made;
  owners.set(workspaceId, made);
  await switchTranslation(app, workspaceId, request.translation);
  // More ports than a new workspace has, for runs that enable accounts.
  await database.pool.query('update workspaces set ports = greatest(ports, $2) where id = $1', [
    workspaceId,
    request.subAccounts * request.accounts,
  ]);
  const firstAccount = accounts.length;
  const subAccounts: Seeded['subAccounts'] = [];
  const waiting = Array.from({ length: request.subAccounts }, (_, index) => index).values();
  const lane = async () => {
    for (const index of waiting) {
      const desks = index === 0 ? request.firstDesks : request.desks;
      const subAccount = await seedSubAccount(app, workspaceId, `Agent ${index}`, desks);
      subAccounts[index] = subAccount;
      for (let count = 0; count < request.accounts; count += 1) {
        accounts[firstAccount + index * request.accounts + count] = await seedAccount(
          app,
          workspaceId,
          subAccount.id,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { workspaceId, consoleToken: await openConsole(app, workspaceId), subAccounts, firstAccount };
}

const owners = new Map<WorkspaceId, NonNullable<Awaited<ReturnType<typeof createOwner>>>>();

/** Returns a new token of a seeded workspace's owner. It is valid for minutes, so one from before a long fill has expired. */
export async function openConsole({ database, services }: App, workspaceId: WorkspaceId): Promise<string> {
  const owner = owners.get(workspaceId);
  if (!owner) throw new Error('the workspace was not seeded here');
  const { accessToken } = await transaction(database, (tx) =>
    services.sessions.open(tx, { audience: 'console', ...owner }, { origin: bench }),
  );
  return accessToken;
}

async function seedSubAccount(
  { database, services }: App,
  workspaceId: WorkspaceId,
  remark: string,
  desks: number,
) {
  return transaction(database, async (tx) => {
    const id = await createSubAccount(tx, services.characters, workspaceId, {
      remark,
      unlimited: true,
      characters: 0,
      isDefault: false,
      passwordHash: 'none',
    });
    const deskTokens: string[] = [];
    for (let count = 0; count < desks; count += 1) {
      const { accessToken } = await services.sessions.open(
        tx,
        { audience: 'desk', workspaceId, subAccountId: id },
        { origin: bench },
      );
      deskTokens.push(accessToken);
    }
    return { id, deskTokens };
  });
}

/** Disabled, so that no connector connects to a platform: the load generator takes its place. */
async function seedAccount(
  { database }: App,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<Account> {
  const id = newId();
  await database.pool.query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
                                  enabled, state)
     values ($1, $2, 'telegram', 'Bench', $3, '@bench', $4, '', false, 'offline')`,
    [workspaceId, id, id, subAccountId],
  );
  return { workspaceId, id, platform: 'telegram', subAccountId };
}

async function switchTranslation({ database }: App, workspaceId: WorkspaceId, on: boolean): Promise<void> {
  await database.pool.query(
    `insert into translation_settings (workspace_id, level, subject_id, receive_translation_enable,
                                       receive_target_language)
     values ($1, 'workspace', $1, $2, 'en')`,
    [workspaceId, on],
  );
}
