/**
 * Changes existing social accounts for their owners: renames, moves and deletes them, and replaces their credentials.
 */
import { capabilitiesOf } from '@parley/connectors';
import type { SocialAccountForm } from '@parley/contract/channels';
import { z } from 'zod';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { addJob, addJobs, defineJob, type Queue } from '../../base/queue/queue.ts';
import { type AuditRecord, changesOf, record } from '../audit/index.ts';
import { moveConversations } from '../conversations/index.ts';
import { barredBy, endAccountSessions } from '../ports/index.ts';
import { mayUseProxy } from '../proxies/index.ts';
import { lockSubAccounts } from '../sub-accounts/index.ts';
import { announceAccount } from './account-news.ts';
import { openCredentials } from './credentials.ts';
import { deleteTokens } from './platform-tokens/store.ts';
import { type ChannelsDeps, checkCredentials, type Requester } from './service.ts';
import * as store from './store.ts';
import { storeNewCredentials } from './stored-account.ts';

const accountObject = (id: string) => ({ kind: 'social-account', id }) as const;

export async function renameAccount(
  { database, connections }: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  name: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const before = assertFound(await store.lockAccount(tx, workspaceId, id));
    await store.changeAccount(tx, workspaceId, id, { name });
    const details = changesOf({ name: before.name }, { name });
    await record(tx, origin, { action: 'social-account.changed', object: accountObject(id), details });
  });
  await connections.refresh();
}

/** Sets whether an account accepts invitations to groups. It reconnects, which makes it enter or leave its groups. */
export async function setJoinsGroups(
  { database, connections }: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  joinsGroups: boolean,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const before = assertFound(await store.lockAccount(tx, workspaceId, id));
    if (!capabilitiesOf(before.platform)?.groups?.invitations) throw new AppError('channel.no-invitations');
    if (before.joinsGroups === joinsGroups) return;
    await store.changeAccount(tx, workspaceId, id, { joinsGroups });
    const details = changesOf({ joinsGroups: before.joinsGroups }, { joinsGroups });
    await record(tx, origin, { action: 'social-account.changed', object: accountObject(id), details });
  });
  await connections.refresh();
}

/** Returns the stored credentials without their secrets, for a form. */
export async function readOpenCredentials(
  { database, connectors, secrets }: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Record<string, string | string[]>> {
  const account = assertFound(await store.findAccount(database, workspaceId, id));
  const stored = z.record(z.string(), z.unknown()).catch({}).parse(openCredentials(secrets, account));
  const { fields = [], pairing } = connectors.get(account.platform)?.manifest ?? {};
  const open = [...fields, ...(pairing?.fields ?? [])].filter(({ secret }) => !secret);
  const shown = z.union([z.string(), z.array(z.string())]);
  return Object.fromEntries(
    open.flatMap(({ name }) => {
      const value = shown.safeParse(stored[name]);
      return value.success ? [[name, value.data]] : [];
    }),
  );
}

/** Checks an account's new credentials as at creation, and reconnects with them. */
export async function replaceCredentials(
  deps: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  credentials: SocialAccountForm['credentials'],
  requester: Requester & { origin: RequestOrigin },
): Promise<void> {
  const { database, connections } = deps;
  const before = assertFound(await store.findAccount(database, workspaceId, id));
  const confirmed = await checkCredentials(
    deps,
    before,
    { platform: before.platform, credentials },
    requester,
  );
  await transaction(database, (tx) => storeNewCredentials(tx, deps, before, confirmed, requester.origin));
  await connections.refresh();
}

/** Most conversations that move in the transaction of the account's move; a job moves the rest. */
const movedAtOnce = 5_000;

/**
 * Moves an account with its conversations to another sub-account. Its session ends, and the next one takes a port of
 * the new sub-account. Fan verdicts are unchanged; see docs/decisions/0045.
 */
export async function moveAccount(
  deps: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  subAccountId: string,
  origin: RequestOrigin,
): Promise<void> {
  const { database, connections } = deps;
  await transaction(database, (tx) => moveIn(tx, deps, workspaceId, id, subAccountId, origin));
  await connections.refresh();
}

async function moveIn(
  tx: Tx,
  { realtime }: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  subAccountId: string,
  origin: RequestOrigin,
): Promise<void> {
  // Locked, so that it cannot be deleted during the move.
  const [held] = await lockSubAccounts(tx, workspaceId, [subAccountId]);
  const target = assertFound(held, 'sub-account.not-found');
  await endAccountSessions(tx, workspaceId, [id], 'logged-out');
  const account = assertFound(await store.lockForMove(tx, workspaceId, id));
  if (account.subAccountId === subAccountId) return;
  // A disabled sub-account may be given accounts; they stay offline until it is enabled.
  if (barredBy({ status: 'normal', platforms: target.platforms }, account.platform))
    throw new AppError('sub-account.platform-not-permitted');
  const { proxyId } = account;
  if (proxyId !== null && (await mayUseProxy(tx, workspaceId, proxyId, subAccountId)) === 'no')
    throw new AppError('proxy.not-for-account');
  await store.changeAccount(tx, workspaceId, id, { subAccountId });
  const details = changesOf(
    { subAccount: await store.subAccountName(tx, workspaceId, account.subAccountId) },
    { subAccount: target.accountName },
  );
  await record(tx, origin, { action: 'social-account.moved', object: accountObject(id), details });
  const change = { socialAccountId: id, state: account.state, reason: account.stateReason };
  const affected = { workspaceId, subAccountIds: [account.subAccountId, subAccountId] };
  await announceAccount(tx, realtime, affected, change, { moved: true });
  if (await moveConversations(tx, workspaceId, { socialAccountId: id, subAccountId }, movedAtOnce))
    await addJob(tx, moveJob, { workspaceId, socialAccountId: id });
}

/** Deletes an account; a job then deletes its data. */
export async function deleteAccount(
  { database, connections, realtime }: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    await deleteAccountIn(tx, { realtime }, { workspaceId, id }, origin);
  });
  await connections.refresh();
}

/** `details`: the reason, for the audit log. */
type DeletedAccount = {
  workspaceId: WorkspaceId;
  id: string;
  details?: NonNullable<AuditRecord['details']>;
};

/** Deletes an account in the caller's transaction; the caller refreshes the connections after the commit. */
export async function deleteAccountIn(
  tx: Tx,
  deps: DeleteAccountsDeps,
  account: DeletedAccount,
  origin: RequestOrigin,
): Promise<void> {
  await endAccountSessions(tx, account.workspaceId, [account.id], 'logged-out');
  await deleteIn(tx, deps, account, origin);
}

export type DeleteAccountsDeps = Pick<ChannelsDeps, 'realtime'>;

/** A sub-account and a platform, which select the social accounts to delete. */
type Place = { subAccountId: string; platform: SocialAccountForm['platform'] };

/**
 * Deletes all social accounts of a sub-account on a platform, each as `deleteAccount` does, and returns their number.
 * The caller refreshes the connections after the commit.
 */
export async function deleteAccountsOf(
  tx: Tx,
  deps: DeleteAccountsDeps,
  workspaceId: WorkspaceId,
  { subAccountId, platform }: Place,
  origin: RequestOrigin,
): Promise<number> {
  const ids = await store.accountIdsOf(tx, workspaceId, subAccountId, platform);
  if (ids.length === 0) return 0;
  await endAccountSessions(tx, workspaceId, ids, 'logged-out');
  for (const id of ids) await deleteIn(tx, deps, { workspaceId, id }, origin);
  return ids.length;
}

/** Deletes an account, whose session must have ended. Throws `resource.not-found`. */
async function deleteIn(
  tx: Tx,
  { realtime }: DeleteAccountsDeps,
  { workspaceId, id, details = {} }: DeletedAccount,
  origin: RequestOrigin,
): Promise<void> {
  const { subAccountId } = assertFound(await store.lockAccount(tx, workspaceId, id));
  await record(tx, origin, {
    action: 'social-account.deleted',
    object: accountObject(id),
    workspaceId,
    details,
  });
  await store.markDeleted(tx, workspaceId, id);
  await deleteTokens(tx, workspaceId, [id]);
  await addJob(tx, deletionJob, { workspaceId, socialAccountId: id });
  const news = { socialAccountId: id, state: 'offline', reason: null } as const;
  const affected = { workspaceId, subAccountIds: [subAccountId] };
  await announceAccount(tx, realtime, affected, news, { moved: true });
}

const payload = z.object({ workspaceId: z.uuid(), socialAccountId: z.uuid() });
const moveJob = defineJob({ name: 'channels.move-conversations', payload, maxAttempts: 25 });
// Jobs waiting in a database keep the names they were added with; these date from an earlier version.
const deletionJob = defineJob({ name: 'channels.forget-account', payload, maxAttempts: 25 });
const sweepJob = defineJob({ name: 'channels.forget-rest', payload: z.object({}), maxAttempts: 3 });

/** Deletes some of a social account's data. Returns true when there is more, so that it is called again. */
export type DeleteAccountData = (
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
) => Promise<boolean>;

/** Number of deletions after which a job yields to other jobs, and to a stopping server. */
const piecesAtOnce = 20;
const sweptAtOnce = 1_000;

type JobDeps = {
  database: Database;
  /** Order of deletion: data that is found through another table's rows is deleted before those. */
  accountDeletionOrder: readonly DeleteAccountData[];
};

export function handleJobs(queue: Queue, deps: JobDeps): void {
  const { database } = deps;
  queue.handle(moveJob, async ({ workspaceId, socialAccountId }) => {
    const workspace = trustWorkspaceId(workspaceId);
    await transaction(database, async (tx) => {
      const account = await store.lockForMove(tx, workspace, socialAccountId);
      if (!account) return;
      const { subAccountId } = account;
      if (await moveConversations(tx, workspace, { socialAccountId, subAccountId }, movedAtOnce))
        await addJob(tx, moveJob, { workspaceId, socialAccountId });
    });
  });
  queue.handle(deletionJob, async ({ workspaceId, socialAccountId }) => {
    if (await deleteSome(deps, trustWorkspaceId(workspaceId), socialAccountId)) return;
    await transaction(database, (tx) => addJob(tx, deletionJob, { workspaceId, socialAccountId }));
  });
  // A job that has failed too often is given up; the hourly sweep adds a new one for its remaining data.
  queue.handle(sweepJob, () => sweep(database), '35 * * * *');
}

async function sweep(database: Database): Promise<void> {
  const left = await store.deletedAccounts(database, sweptAtOnce);
  const jobs = left.map(({ workspaceId, id }) => ({ payload: { workspaceId, socialAccountId: id } }));
  await transaction(database, (tx) => addJobs(tx, deletionJob, jobs));
}

/**
 * Returns true when no data is left, or when the account isn't deleted at all. Can be repeated and resumed at any
 * point.
 */
async function deleteSome({ database, accountDeletionOrder }: JobDeps, workspaceId: WorkspaceId, id: string) {
  let pieces = 0;
  for (const owner of accountDeletionOrder) {
    for (let more = true; more; ) {
      // Data of an account that isn't deleted is kept, even if a job names it.
      if (!(await store.isDeletedAccount(database, workspaceId, id))) return true;
      if (pieces === piecesAtOnce) return false;
      more = await transaction(database, (tx) => owner(tx, workspaceId, id));
      if (more) pieces += 1;
    }
  }
  return true;
}
