/**
 * Runs imports as jobs. A page is stored in one transaction with the position after it, so that a kill at any moment
 * neither loses nor duplicates a page. A job works for some seconds at most and pauses as long as it works: live
 * messages take precedence.
 */
import type { InboundMessage } from '@parley/connectors';
import { type Clock, monotonicNow } from '../../../base/clock.ts';
import { type Tx, transaction } from '../../../base/db/database.ts';
import { permanentErrorClass } from '../../../base/db/permanent-error.ts';
import { trustWorkspaceId } from '../../../base/ids.ts';
import type { Attempt, Queue } from '../../../base/queue/queue.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import type { HistoryImportRow } from '../../../schema/channels/history-imports.ts';
import type { SocialAccountRow } from '../../../schema/channels.ts';
import type { Conversations } from '../../conversations/index.ts';
import { createFetchSlots } from '../fetch-slots.ts';
import { isTooLong, toInbound } from '../quarantine/service.ts';
import { shortenReason } from '../shorten-reason.ts';
import { findAccount } from '../store.ts';
import { announceImport } from './announce.ts';
import { addImportJob, importHistory } from './jobs.ts';
import { type ImportStep, nextImportStep } from './next-step.ts';
import { type HistorySourceDeps, type HistoryStep, readPlatformHistory } from './platform-history.ts';
import * as store from './store.ts';

export type ImportRunDeps = HistorySourceDeps & {
  clock: Clock;
  realtime: RealtimeServer;
  conversations: Pick<Conversations, 'acceptHistory'>;
};

/** Most concurrent imports of one process; other jobs try again a little later. */
const slotLimits = { all: 2, perAccount: 1 };
/** In ms: how long a job works, and how often desks are notified of changed conversations. */
const sliceMs = 10_000;
const announceEveryMs = 2_000;
/** Limits in ms of the pause after a page. */
const rest = { min: 20, max: 1_000 };

export function handleImportJobs(queue: Queue, deps: ImportRunDeps): void {
  const slots = createFetchSlots(slotLimits);
  queue.handle(importHistory, async ({ workspaceId, importId: id }, attempt) => {
    const name = { workspaceId: trustWorkspaceId(workspaceId), id };
    const row = await store.findImport(deps.database, name);
    if (row === null || row.endedAt !== null) return;
    const release = slots.take(row.socialAccountId);
    if (release === null) return goOnAt(deps, name, slots.lookAgainAt(row.socialAccountId, deps.clock.now()));
    try {
      await work(deps, row, attempt);
    } catch (error) {
      if (attempt.last) await giveUp(deps, name);
      throw error;
    } finally {
      release();
    }
  });
}

function goOnAt({ database }: ImportRunDeps, name: store.ImportName, runAt?: number): Promise<void> {
  return transaction(database, (tx) => addImportJob(tx, name, runAt));
}

async function work(deps: ImportRunDeps, begun: HistoryImportRow, { signal }: Attempt): Promise<void> {
  const account = await findAccount(deps.database, begun.workspaceId, begun.socialAccountId);
  // The account is deleted, and its imports with it.
  if (account === null) return;
  const ends = monotonicNow() + sliceMs;
  const gathered = createGathered();
  let row = begun;
  for await (const step of readPlatformHistory(
    deps,
    account,
    { position: row.position, since: row.since?.getTime() ?? null },
    signal,
  )) {
    const before = monotonicNow();
    const after = await take(deps, row, step, gathered);
    if (after === null) return;
    row = after;
    if (monotonicNow() >= ends || signal.aborted) break;
    const pause = Math.min(rest.max, Math.max(rest.min, monotonicNow() - before));
    await deps.clock.sleep(pause, signal).catch(() => undefined);
  }
  await goOnAt(deps, row);
}

type Changed = { id: string; subAccountId: string };
type Gathered = { add(changed: readonly Changed[]): void; take(isLast: boolean): Changed[] | null };

/** Collects the changed conversations until desks are notified; a page may change a hundred. */
function createGathered(): Gathered {
  const changed = new Map<string, Changed>();
  let announcedAt = 0;
  return {
    add(more) {
      for (const one of more) changed.set(one.id, one);
    },
    take(isLast) {
      if (!isLast && monotonicNow() - announcedAt < announceEveryMs) return null;
      announcedAt = monotonicNow();
      const all = [...changed.values()];
      changed.clear();
      return all;
    },
  };
}

/**
 * Stores the result of a step. Returns null when the import has ended or pauses, or another process has continued it.
 */
async function take(
  deps: ImportRunDeps,
  row: HistoryImportRow,
  step: HistoryStep,
  gathered: Gathered,
): Promise<HistoryImportRow | null> {
  const next = nextImportStep(row, step, deps.clock.now());
  if (next.kind !== 'store') return stop(deps, row, next);
  const readable = next.messages.filter((message) => !isTooLong(message));
  const skipped = next.messages.length - readable.length;
  try {
    return await storePage(deps, row, { ...next, messages: readable, skipped }, gathered);
  } catch (error) {
    if (permanentErrorClass(error) === null) throw error;
    deps.log.error(
      { err: error, socialAccountId: row.socialAccountId },
      'a page of history is stored one by one',
    );
    const alone = await storeEach(deps, row, readable);
    if (alone === null) return null;
    gathered.add(alone.conversations);
    return storePage(
      deps,
      row,
      { ...next, messages: [], skipped: skipped + alone.skipped, came: alone },
      gathered,
    );
  }
}

type Came = { messages: number; fans: number };
type Page = Extract<ImportStep, { kind: 'store' }> & {
  skipped: number;
  /** Messages of the page that were stored before. */
  came?: Came;
};

function storePage(
  { database, clock, realtime, conversations }: ImportRunDeps,
  row: HistoryImportRow,
  page: Page,
  gathered: Gathered,
): Promise<HistoryImportRow | null> {
  return transaction(database, async (tx) => {
    const account = await store.lockAccountForImport(tx, row.workspaceId, row.socialAccountId);
    if (account === null || (await store.lockImportAt(tx, row, row.pages)) === null) return null;
    const stored = await conversations.acceptHistory(tx, account, inboundOf(account, page.messages));
    const { came = { messages: 0, fans: 0 }, end } = page;
    const change = {
      state: end === null ? ('running' as const) : ('done' as const),
      reason: null,
      position: page.position,
      pages: row.pages + 1,
      messages: row.messages + stored.messages + came.messages,
      fans: row.fans + stored.fans + came.fans,
      skipped: row.skipped + page.skipped,
      read: page.read,
      total: page.total,
      oldestAt: page.oldestAt === null ? row.oldestAt : new Date(page.oldestAt),
      limited: end?.limited ?? false,
      troubles: 0,
      troubledAt: null,
      endedAt: end === null ? null : new Date(clock.now()),
    };
    await store.changeImport(tx, row, change);
    gathered.add(stored.conversations);
    const changed = gathered.take(end !== null);
    if (changed !== null) announceImport(tx, realtime, account, changed);
    return end === null ? { ...row, ...change } : null;
  });
}

const noneChanged = (): Changed[] => [];
const inboundOf = (account: SocialAccountRow, messages: readonly InboundMessage[]) =>
  messages.map((message) => toInbound(account, { ...message, history: true }));

/**
 * Stores messages one by one, skipping invalid ones. Returns null when the account is deleted or the import was ended.
 */
async function storeEach(
  { database, conversations, log }: ImportRunDeps,
  row: HistoryImportRow,
  messages: readonly InboundMessage[],
): Promise<(Came & { skipped: number; conversations: Changed[] }) | null> {
  const all = { messages: 0, fans: 0, skipped: 0, conversations: noneChanged() };
  const storeOne = async (tx: Tx, message: InboundMessage) => {
    const account = await store.lockAccountForImport(tx, row.workspaceId, row.socialAccountId);
    if (account === null || (await store.lockImportAt(tx, row, row.pages)) === null) return null;
    return conversations.acceptHistory(tx, account, inboundOf(account, [message]));
  };
  for (const message of messages) {
    try {
      const stored = await transaction(database, (tx) => storeOne(tx, message));
      if (stored === null) return null;
      all.messages += stored.messages;
      all.fans += stored.fans;
      all.conversations.push(...stored.conversations);
    } catch (error) {
      if (permanentErrorClass(error) === null) throw error;
      log.error({ err: error, socialAccountId: row.socialAccountId }, 'a message of history was skipped');
      all.skipped += 1;
    }
  }
  return all;
}

/** Pauses the import until its next try, or ends it. */
async function stop(
  { database, clock, realtime }: ImportRunDeps,
  row: HistoryImportRow,
  next: Exclude<ImportStep, { kind: 'store' }>,
): Promise<null> {
  const now = clock.now();
  await transaction(database, async (tx) => {
    const account = await store.lockAccountForImport(tx, row.workspaceId, row.socialAccountId);
    if (account === null || (await store.lockImportAt(tx, row, row.pages)) === null) return;
    const reason = shortenReason(next.reason);
    if (next.kind === 'fail') {
      await store.changeImport(tx, row, { state: 'failed', reason, endedAt: new Date(now) });
    } else {
      const troubles = { troubles: row.troubles + 1, troubledAt: row.troubledAt ?? new Date(now) };
      // An account that was never online yet is waiting, which is no trouble.
      const state = next.reason === 'platform-not-connected' && row.pages === 0 ? 'waiting' : 'paused';
      await store.changeImport(tx, row, { ...troubles, state, reason });
      await addImportJob(tx, row, now + next.retryAfterMs);
    }
    announceImport(tx, realtime, account, []);
  });
  return null;
}

async function giveUp({ database, clock, realtime }: ImportRunDeps, name: store.ImportName): Promise<void> {
  await transaction(database, async (tx) => {
    const row = await store.findImport(tx, name);
    const account = row && (await store.lockAccountForImport(tx, row.workspaceId, row.socialAccountId));
    if (row === null || account === null || (await store.lockImportAt(tx, row, row.pages)) === null) return;
    const endedAt = new Date(clock.now());
    await store.changeImport(tx, row, { state: 'failed', reason: 'history-import-failed', endedAt });
    announceImport(tx, realtime, account, []);
  });
}
