/** Starts, cancels and retries imports of social accounts' histories for their owners. */
import { capabilitiesOf } from '@parley/connectors';
import type { AuditEntry } from '@parley/contract/audit';
import { daysOfRange, type HistoryRange } from '@parley/contract/channels';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import { record } from '../../audit/index.ts';
import { announceImport } from './announce.ts';
import { addImportJob } from './jobs.ts';
import * as store from './store.ts';

type ImportDeps = { database: Database; clock: Clock; realtime: RealtimeServer };
type ImportedAccount = { workspaceId: WorkspaceId; id: string; platform: string };

const dayMs = 86_400_000;

/** Adds an import with its first job. Returns false when another import of the account hasn't ended. */
export async function addImport(
  tx: Tx,
  { clock }: Pick<ImportDeps, 'clock'>,
  { workspaceId, id: socialAccountId }: Omit<ImportedAccount, 'platform'>,
  range: HistoryRange,
): Promise<boolean> {
  const now = clock.now();
  const days = daysOfRange(range);
  const since = days === null ? null : new Date(now - days * dayMs);
  const id = newId();
  const row = { workspaceId, id, socialAccountId, range, since, startedAt: new Date(now) };
  if (!(await store.insertImport(tx, row))) return false;
  await addImportJob(tx, row);
  return true;
}

/** An act as the audit log records it. */
type Act = {
  action: 'social-account.history-started' | 'social-account.history-cancelled';
  details: AuditEntry['details'];
};

/**
 * Acts on an account's import with the account locked, records and announces the act. Throws if the account doesn't
 * exist.
 */
async function actOn(
  { database, realtime }: ImportDeps,
  workspaceId: WorkspaceId,
  id: string,
  origin: RequestOrigin,
  act: (tx: Tx, account: SocialAccountRow) => Promise<Act>,
): Promise<void> {
  await transaction(database, async (tx) => {
    const account = assertFound(await store.lockAccountForImport(tx, workspaceId, id));
    const { action, details } = await act(tx, account);
    await record(tx, origin, { action, object: { kind: 'social-account', id }, details });
    announceImport(tx, realtime, account, []);
  });
}

/** Starts an import. Throws `channel.no-history` or `channel.history-running`. */
export function startImport(
  deps: ImportDeps,
  workspaceId: WorkspaceId,
  id: string,
  range: HistoryRange,
  origin: RequestOrigin,
): Promise<void> {
  return actOn(deps, workspaceId, id, origin, async (tx, account) => {
    if (!capabilitiesOf(account.platform)?.historyImport) throw new AppError('channel.no-history');
    if (!(await addImport(tx, deps, account, range))) throw new AppError('channel.history-running');
    return { action: 'social-account.history-started', details: { range } };
  });
}

/** Cancels the import; messages imported so far are kept. Throws `channel.history-not-running`. */
export function cancelImport(
  deps: ImportDeps,
  workspaceId: WorkspaceId,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  return actOn(deps, workspaceId, id, origin, async (tx) => {
    const latest = await store.lockLatestImport(tx, workspaceId, id);
    if (latest === null || latest.endedAt !== null) throw new AppError('channel.history-not-running');
    const endedAt = new Date(deps.clock.now());
    await store.changeImport(tx, latest, { state: 'cancelled', reason: null, endedAt });
    return { action: 'social-account.history-cancelled', details: { messages: latest.messages } };
  });
}

/** Continues from where the last import stopped. Throws `channel.history-not-stopped`. */
export function retryImport(
  deps: ImportDeps,
  workspaceId: WorkspaceId,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  return actOn(deps, workspaceId, id, origin, async (tx) => {
    const latest = await store.lockLatestImport(tx, workspaceId, id);
    if (latest === null || !['failed', 'cancelled', 'paused'].includes(latest.state))
      throw new AppError('channel.history-not-stopped');
    const fresh = { reason: null, endedAt: null, troubles: 0, troubledAt: null };
    await store.changeImport(tx, latest, { ...fresh, state: 'waiting' });
    await addImportJob(tx, latest);
    return { action: 'social-account.history-started', details: { range: latest.range } };
  });
}
