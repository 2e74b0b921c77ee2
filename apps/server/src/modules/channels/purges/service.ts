/** Announces and deletes social accounts that are shared and were offline for long; see docs/decisions/0130. */
import {
  type AccountPurge,
  type AccountPurgePreview,
  purgeDays,
  type SocialAccountSummary,
} from '@parley/contract/channels';
import {
  type Database,
  type Handle,
  isDatabaseGone,
  type Tx,
  transaction,
} from '../../../base/db/database.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { type RequestOrigin, systemOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { changesOf, record } from '../../audit/index.ts';
import { inactiveDaysOf, lockWorkspace } from '../../workspaces/index.ts';
import { deleteAccountIn } from '../management.ts';
import { notifyOfPurge } from './notices.ts';
import { isToBeAnnounced, previewPurge, purgeDateOf } from './purge-date.ts';
import * as store from './store.ts';

export type PurgeDeps = {
  database: Database;
  realtime: RealtimeServer;
  log: Log;
  connections: { refresh(): Promise<void> };
};

const leastDaysOf = async (handle: Handle, workspaceId: WorkspaceId) =>
  Math.max(purgeDays.least, (await inactiveDaysOf(handle, workspaceId)) + 1);

export async function readPurge(handle: Handle, workspaceId: WorkspaceId): Promise<AccountPurge> {
  const { setting } = await store.readTerms(handle, workspaceId);
  return {
    afterDays: setting?.afterDays ?? null,
    leastDays: await leastDaysOf(handle, workspaceId),
  };
}

export async function readPreview(
  handle: Handle,
  workspaceId: WorkspaceId,
  afterDays: number,
): Promise<AccountPurgePreview> {
  const { setting, now } = await store.readTerms(handle, workspaceId);
  const accounts = await store.readFacts(handle, workspaceId, 'offline');
  const { due, firstAt } = previewPurge(accounts, afterDays, setting, now);
  return { due, firstAt: firstAt && Math.ceil(firstAt) };
}

/**
 * Returns the announced accounts with the time at which each will be deleted, in ms: all of the workspace, or those in
 * `ids`.
 */
export async function readPurgeDates(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: 'all' | readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const announced = await store.readFacts(handle, workspaceId, { announced: ids });
  if (announced.length === 0) return new Map();
  const { setting } = await store.readTerms(handle, workspaceId);
  return new Map(
    announced.flatMap((account) => {
      const date = purgeDateOf(setting, account);
      return date === null ? [] : [[account.id, Math.ceil(date)] as const];
    }),
  );
}

/** Returns how many accounts are announced, and when the first of them will be deleted. */
export async function readPurgeFigures(
  handle: Handle,
  workspaceId: WorkspaceId,
): Promise<SocialAccountSummary['purge']> {
  const dates = [...(await readPurgeDates(handle, workspaceId, 'all')).values()].toSorted((a, b) => a - b);
  return { announced: dates.length, firstAt: dates[0] ?? null };
}

/**
 * Sets the days, which voids earlier notices, and announces the accounts that are due by the new ones. Throws
 * `channel.purge-too-early`, and `resource.stale` when the current setting isn't the one that was shown.
 */
export async function changePurge(
  deps: PurgeDeps,
  workspaceId: WorkspaceId,
  { afterDays, replaces }: { afterDays: number | null; replaces: number | null },
  origin: RequestOrigin,
): Promise<AccountPurge> {
  return transaction(deps.database, async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const before = await readPurge(tx, workspaceId);
    if (before.afterDays === afterDays) return before;
    if (before.afterDays !== replaces) throw new AppError('resource.stale');
    const { leastDays } = before;
    if (afterDays !== null && afterDays < leastDays)
      throw new AppError('channel.purge-too-early', { details: { days: leastDays } });
    await store.storeAfterDays(tx, workspaceId, afterDays);
    await record(tx, origin, {
      action: 'workspace-settings.changed',
      object: { kind: 'settings', id: 'account-purge' },
      details: changesOf({ sharedAccountPurgeDays: before.afterDays }, { sharedAccountPurgeDays: afterDays }),
    });
    await announceIn(tx, deps, workspaceId);
    return { afterDays, leastDays };
  });
}

/**
 * Throws `channel.inactive-too-late` unless accounts count as long inactive in fewer days than they are deleted. The
 * caller has locked the workspace.
 */
export async function requireBeforePurge(
  tx: Tx,
  workspaceId: WorkspaceId,
  inactiveAfterDays: number,
): Promise<void> {
  const { setting } = await store.readTerms(tx, workspaceId);
  if (setting !== null && inactiveAfterDays >= setting.afterDays)
    throw new AppError('channel.inactive-too-late', { details: { days: setting.afterDays } });
}

/** Announces the due accounts of all workspaces. Idempotent: a repeated run finds none left. */
export async function announceAll(deps: PurgeDeps): Promise<void> {
  for (const workspaceId of await store.workspacesWithPurge(deps.database))
    await transaction(deps.database, (tx) => announceIn(tx, deps, workspaceId));
}

async function announceIn(
  tx: Tx,
  { realtime }: Pick<PurgeDeps, 'realtime'>,
  workspaceId: WorkspaceId,
): Promise<void> {
  const { setting, now } = await store.readTerms(tx, workspaceId);
  const accounts = await store.readFacts(tx, workspaceId, 'offline');
  const due = accounts.filter((account) => isToBeAnnounced(setting, account, now));
  if (due.length === 0) return;
  const marked = new Set(
    await store.markAnnounced(
      tx,
      workspaceId,
      due.map(({ id }) => id),
    ),
  );
  const announced = due
    .filter(({ id }) => marked.has(id))
    .map((account) => ({
      ...account,
      date: purgeDateOf(setting, { ...account, announcedAt: now }) ?? now,
    }));
  if (announced.length > 0) await notifyOfPurge(tx, realtime, workspaceId, { announced, now });
}

/**
 * Withdraws notices that are no longer valid. Call it where a link ends or shows less, so that the notice period
 * restarts if the link is enabled later; expired links are found by the hourly job.
 */
export async function clearLapsedNotices(handle: Handle, workspaceId: WorkspaceId): Promise<void> {
  const announced = await store.readFacts(handle, workspaceId, { announced: 'all' });
  if (announced.length === 0) return;
  const { setting, now } = await store.readTerms(handle, workspaceId);
  const lapsed = announced.filter((account) => purgeDateOf(setting, account) === null).map(({ id }) => id);
  if (lapsed.length > 0) await store.clearNotices(handle, workspaceId, lapsed, now);
}

/**
 * Deletes the accounts that are due, each in its own transaction, and withdraws invalid notices. Can be repeated and
 * stopped at any point: an account is deleted as a whole or still announced.
 */
export async function purgeAll(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  for (const workspaceId of await store.workspacesWithAnnounced(deps.database)) {
    if (signal.aborted) return;
    await purgeOf(deps, workspaceId, signal);
  }
}

async function purgeOf(deps: PurgeDeps, workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
  const { database, log, connections } = deps;
  await clearLapsedNotices(database, workspaceId);
  const { setting, now } = await store.readTerms(database, workspaceId);
  const announced = await store.readFacts(database, workspaceId, { announced: 'all' });
  const due = announced.filter((account) => (purgeDateOf(setting, account) ?? now + 1) <= now);
  let deleted = 0;
  for (const { id } of due) {
    if (signal.aborted) break;
    try {
      if (await purgeAccount(deps, workspaceId, id)) deleted += 1;
    } catch (err) {
      if (isDatabaseGone(err)) throw err;
      // An account that can't be deleted doesn't hold up the others.
      log.error({ err, workspaceId, socialAccountId: id }, 'an inactive shared account could not be deleted');
    }
  }
  if (deleted === 0) return;
  log.info({ workspaceId, accounts: deleted }, 'inactive shared accounts were deleted');
  await connections.refresh();
}

/** Deletes one account if the reasons still hold now that its facts are locked. */
export function purgeAccount(
  deps: Pick<PurgeDeps, 'database' | 'realtime'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<boolean> {
  return transaction(deps.database, async (tx) => {
    // Locked before the account's row, in the order in which ports are acquired.
    await lockWorkspace(tx, workspaceId);
    const { setting, now } = await store.readTerms(tx, workspaceId);
    const facts = await store.lockFacts(tx, workspaceId, id);
    if (facts === null) return false;
    const date = purgeDateOf(setting, facts);
    if (date === null || date > now) return false;
    const offlineDays = Math.floor((now - facts.offlineSince) / 86_400_000);
    const details = { reason: 'shared and inactive', offlineDays };
    await deleteAccountIn(tx, deps, { workspaceId, id, details }, systemOrigin);
    return true;
  });
}
