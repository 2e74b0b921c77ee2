import * as subAccountsApi from '@parley/contract/sub-accounts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { exportSpreadsheet, record } from '../audit/index.ts';
import type { Characters } from '../characters/index.ts';
import { changeStatus, deleteSubAccounts } from './batches.ts';
import { present, presentOne } from './presenter.ts';
import { readBatch, readNames, readPage } from './queries.ts';
import {
  choosePassword,
  createFromForm,
  type DeskSessions,
  moveCharacters,
  resetPassword,
  updateSubAccount,
} from './service.ts';
import { subAccountSheet } from './spreadsheets.ts';

export type SubAccountsDeps = {
  database: Database;
  clock: Clock;
  characters: Characters;
  realtime: RealtimeServer;
  sessions: DeskSessions;
  /** Checks at once which social accounts may be held. */
  channels: { refresh(): Promise<void> };
};

export function registerRoutes(mount: Mount, deps: SubAccountsDeps): void {
  mountReads(mount, deps);
  mountChanges(mount, deps);
  mountBatches(mount, deps);
  mountCharacters(mount, deps);
  const { realtime } = deps;
  realtime.onDeskPresence((subAccountId, _online, workspaceId) =>
    realtime.console(workspaceId).emit('subAccount', { subAccountId }),
  );
}

function mountReads(mount: Mount, deps: SubAccountsDeps): void {
  const { database } = deps;
  mount(subAccountsApi.subAccountPage, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query);
    return { list: await present(database, deps, caller.workspaceId, list), total };
  });

  mount(subAccountsApi.getSubAccount, ({ caller, query }) =>
    presentOne(database, deps, caller.workspaceId, query.subAccountId),
  );

  mount(subAccountsApi.subAccountNames, async ({ caller, query }) => ({
    list: await readNames(database, caller.workspaceId, query.ids.split(',')),
  }));

  mount(subAccountsApi.exportSubAccounts, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'sub-accounts',
      sheet: subAccountSheet,
      async read(place) {
        const { list, nextCursor } = await readBatch(database, caller.workspaceId, { ...query, ...place });
        return { list: await present(database, deps, caller.workspaceId, list), nextCursor };
      },
    });
  });

  mount(subAccountsApi.deskSelf, async ({ caller: { workspaceId, subAccountId } }) => {
    const self = await presentOne(database, deps, workspaceId, subAccountId);
    const { id, accountName, remark, unlimited, remaining, profileSharing } = self;
    return { subAccountId: id, accountName, remark, unlimited, remaining, profileSharing };
  });
}

/**
 * Creates the sub-account of an owner's form, records it and notifies the consoles. Throws `characters.short` or
 * `ports.short`.
 */
export async function addSubAccount(
  deps: Pick<SubAccountsDeps, 'database' | 'clock' | 'characters' | 'realtime'>,
  { workspaceId, origin }: { workspaceId: WorkspaceId; origin: RequestOrigin },
  form: subAccountsApi.SubAccountForm,
  passwordHash: string,
): Promise<subAccountsApi.SubAccount> {
  const { database, characters } = deps;
  await characters.recall(workspaceId);
  return transaction(database, async (tx) => {
    const id = await createFromForm(tx, characters, workspaceId, form, passwordHash);
    await record(tx, origin, {
      action: 'sub-account.created',
      object: objectOf(id),
      details: { remark: form.remark, unlimited: form.unlimited, characters: form.characters },
    });
    tellOf(tx, deps, workspaceId, [id]);
    tellOfCharacters(tx, deps, workspaceId, id);
    return presentOne(tx, deps, workspaceId, id);
  });
}

function mountChanges(mount: Mount, deps: SubAccountsDeps): void {
  const { database, characters } = deps;
  mount(subAccountsApi.createSubAccount, async ({ caller: { workspaceId }, body, origin }) => {
    const password = await choosePassword(body.password);
    const subAccount = await addSubAccount(deps, { workspaceId, origin }, body, password.hash);
    return { subAccount, password: password.plain };
  });

  mount(subAccountsApi.updateSubAccount, async ({ caller: { workspaceId }, body, origin }) => {
    // Recalled first, because a sub-account that becomes unlimited returns all its characters.
    await characters.recall(workspaceId);
    const subAccount = await transaction(database, async (tx) => {
      const details = await updateSubAccount(tx, deps, workspaceId, body);
      await record(tx, origin, {
        action: 'sub-account.changed',
        object: objectOf(body.subAccountId),
        details: details ?? {},
      });
      tellOf(tx, deps, workspaceId, [body.subAccountId]);
      tellOfCharacters(tx, deps, workspaceId, body.subAccountId);
      return presentOne(tx, deps, workspaceId, body.subAccountId);
    });
    await deps.channels.refresh();
    return subAccount;
  });

  mount(subAccountsApi.resetSubAccountPassword, async ({ caller: { workspaceId }, body, origin }) => {
    const password = await choosePassword(body.password);
    const given = { subAccountId: body.subAccountId, passwordHash: password.hash };
    const accountName = await transaction(database, async (tx) => {
      const object = objectOf(body.subAccountId);
      await record(tx, origin, { action: 'sub-account.password-changed', object });
      return resetPassword(tx, deps.sessions, workspaceId, given);
    });
    return { accountName, password: password.plain };
  });
}

function mountBatches(mount: Mount, deps: SubAccountsDeps): void {
  const { database, characters, channels } = deps;
  mount(subAccountsApi.setSubAccountStatus, async ({ caller: { workspaceId }, body, origin }) => {
    const changed = await transaction(database, async (tx) => {
      const ids = await changeStatus(tx, deps.sessions, workspaceId, body);
      const action = body.status === 'disabled' ? 'sub-account.disabled' : 'sub-account.enabled';
      await record(tx, origin, ...ids.map((id) => ({ action, object: objectOf(id) }) as const));
      tellOf(tx, deps, workspaceId, ids);
      return ids.length;
    });
    if (changed > 0) await channels.refresh();
    return { changed };
  });

  mount(subAccountsApi.deleteSubAccounts, async ({ caller: { workspaceId }, body, origin }) => {
    await characters.recall(workspaceId);
    const changed = await transaction(database, async (tx) => {
      const ids = await deleteSubAccounts(tx, deps, workspaceId, body.ids);
      const action = 'sub-account.deleted';
      await record(tx, origin, ...ids.map((id) => ({ action, object: objectOf(id) }) as const));
      tellOf(tx, deps, workspaceId, ids);
      tx.afterCommit(() => deps.realtime.console(workspaceId).emit('characters', { subAccountId: null }));
      return ids.length;
    });
    await channels.refresh();
    return { changed };
  });
}

function mountCharacters(mount: Mount, deps: SubAccountsDeps): void {
  const { database, characters } = deps;
  const move = async (
    { caller: { workspaceId }, body, origin }: Move,
    direction: 'allocate' | 'takeBack',
  ) => {
    await characters.recall(workspaceId);
    return transaction(database, async (tx) => {
      if (await moveCharacters(tx, characters, workspaceId, direction, body)) {
        await record(tx, origin, {
          action: direction === 'allocate' ? 'characters.allocated' : 'characters.taken-back',
          object: objectOf(body.subAccountId),
          details: { amount: body.amount, remark: body.remark ?? null },
        });
      }
      tellOfCharacters(tx, deps, workspaceId, body.subAccountId);
      return presentOne(tx, deps, workspaceId, body.subAccountId);
    });
  };
  mount(subAccountsApi.allocateCharacters, (handling) => move(handling, 'allocate'));
  mount(subAccountsApi.takeBackCharacters, (handling) => move(handling, 'takeBack'));
}

type Move = {
  caller: { workspaceId: WorkspaceId };
  body: Parameters<typeof moveCharacters>[4];
  origin: RequestOrigin;
};

const objectOf = (id: string) => ({ kind: 'sub-account', id }) as const;

/** Notifies the consoles, which fetch these sub-accounts again or find them deleted. */
function tellOf(
  tx: Tx,
  { realtime }: Pick<SubAccountsDeps, 'realtime'>,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): void {
  tx.afterCommit(() => {
    for (const subAccountId of ids) realtime.console(workspaceId).emit('subAccount', { subAccountId });
  });
}

function tellOfCharacters(
  tx: Tx,
  { realtime }: Pick<SubAccountsDeps, 'realtime'>,
  workspaceId: WorkspaceId,
  subAccountId: string,
): void {
  tx.afterCommit(() => realtime.workspace(workspaceId, subAccountId).emit('characters', { subAccountId }));
}
