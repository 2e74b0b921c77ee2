/** Hands messages to connectors for sending, and takes their reports. The rows are the queue, so a crash loses nothing. */
import type { Clock } from '../../../base/clock.ts';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import { accountsToLeave } from '../groups/departures/store.ts';
import { accountsToChange } from '../message-changes/store.ts';
import { insertParts, readParts, stateOfParts } from '../message-parts/store.ts';
import { takeHandle } from '../reply-handles/store.ts';
import { storableId } from '../storable.ts';
import { type Expected, findMessage, lockMessage, type Patch } from '../store.ts';
import { changeInState, problemOf } from './change-in-state.ts';
import { createEarlyReceipts, type EarlyReceipts } from './receipts/early-receipts.ts';
import { applyReceipt, type Receipt } from './receipts/service.ts';
import * as store from './store.ts';

export type MessageOutbox = {
  /** Returns the accounts with a message to send, a change to make or a group to leave; polled in case a signal is lost. */
  due(socialAccountIds: readonly string[]): Promise<string[]>;
  /** `except`: conversations whose messages must wait. */
  next(
    workspaceId: WorkspaceId,
    socialAccountId: string,
    limit: number,
    except: readonly string[],
  ): Promise<store.QueuedMessage[]>;
  /**
   * Marks a message as being sent, before the platform is called. Returns the present number of earlier attempts, which may have
   * grown since `next` read it, and the platform ids of parts that were sent already. Returns null if another process claimed it.
   * `replyHandle`: also takes one use of a handle of the chat, if there is one.
   */
  claim(
    workspaceId: WorkspaceId,
    messageId: string,
    wanted?: { replyHandle: boolean },
  ): Promise<ClaimedSend | null>;
  /** Stores the platform's id of the part at this index, while later parts are still unsent. */
  partSent(
    workspaceId: WorkspaceId,
    messageId: string,
    part: number,
    platformMessageId: string,
  ): Promise<void>;
  sent(workspaceId: WorkspaceId, messageId: string, it: SentMessage): Promise<void>;
  /** Reports that it wasn't sent. `retryAt` is null after a permanent failure. */
  notSent(
    workspaceId: WorkspaceId,
    messageId: string,
    it: { reason: string; retryAt: number | null },
  ): Promise<void>;
  /** Reports that it may have been sent, which a person has to check. */
  unconfirmed(workspaceId: WorkspaceId, messageId: string, reason: string): Promise<void>;
  /** After a crash, queues interrupted sends again if the platform deduplicates them; otherwise a person has to check. */
  recover(accounts: readonly ToRecover[]): Promise<void>;
  receipt(it: Receipt): Promise<void>;
};

export type ClaimedSend = { attempts: number; sentParts: readonly string[]; replyHandle: string | null };

export type SentMessage = {
  platformMessageId: string;
  /** All ids of a message in parts. */
  parts?: readonly string[] | undefined;
  /** Time at which the platform was asked to send it, or its last part; ms since the epoch. */
  askedAt: number;
};

type ToRecover = { workspaceId: WorkspaceId; id: string; idempotentSend: boolean };

type Deps = { database: Database; changes: Changes; secrets: SecretBox; clock: Pick<Clock, 'now'> };
type OutboxDeps = Deps & { early: EarlyReceipts };

const dueReads = [store.accountsToSend, accountsToChange, accountsToLeave];

export function createOutbox(base: Deps): MessageOutbox {
  const early = createEarlyReceipts();
  const deps = { ...base, early };
  const { database } = deps;
  return {
    async due(socialAccountIds) {
      const due = dueReads.map((read) => read(database, socialAccountIds));
      return [...new Set((await Promise.all(due)).flat())];
    },
    next: (workspaceId, socialAccountId, limit, except) =>
      store.nextToSend(database, workspaceId, socialAccountId, limit, except),
    async claim(workspaceId, messageId, wanted = { replyHandle: false }) {
      const claimed = await transaction(database, (tx) => claimIn(tx, deps, workspaceId, messageId, wanted));
      if (claimed === null) return null;
      const { attempts, replyHandle, socialAccountId } = claimed;
      early.begin(messageId, socialAccountId);
      const sentParts = attempts === 0 ? [] : await readParts(database, workspaceId, messageId);
      return { attempts, replyHandle, sentParts };
    },
    partSent: (workspaceId, messageId, part, platformMessageId) =>
      transaction(database, async (tx) => {
        const message = await findMessage(tx, workspaceId, messageId);
        if (message) await insertParts(tx, message, [storableId(platformMessageId)], part);
      }),
    sent: (workspaceId, messageId, it) => storeSent(deps, workspaceId, messageId, it),
    async notSent(workspaceId, messageId, { reason, retryAt }) {
      const deliveryProblem = problemOf(reason);
      const patch: Patch =
        retryAt === null
          ? { delivery: 'failed', deliveryProblem, nextAttemptAt: null }
          : { delivery: 'queued', deliveryProblem, nextAttemptAt: new Date(retryAt) };
      await transaction(database, async (tx) => {
        const expected: Expected = { delivery: ['sending'] };
        const row = await changeInState(tx, deps.changes, workspaceId, messageId, patch, expected);
        if (row && retryAt !== null) await store.countAttempt(tx, workspaceId, messageId);
      });
      early.end(messageId);
    },
    async unconfirmed(workspaceId, messageId, reason) {
      const patch = { delivery: 'unconfirmed' as const, deliveryProblem: problemOf(reason) };
      await change(deps, workspaceId, messageId, patch, { delivery: ['sending'] });
      early.end(messageId);
    },
    async recover(accounts) {
      const resent = new Set(accounts.filter((it) => it.idempotentSend).map(({ id }) => id));
      for (const { workspaceId, socialAccountId, id } of await store.interruptedSends(database, accounts)) {
        const patch: Patch = resent.has(socialAccountId)
          ? { delivery: 'queued', nextAttemptAt: null, attempts: 1 }
          : { delivery: 'unconfirmed', deliveryProblem: 'interrupted' };
        await change(deps, workspaceId, id, patch, { delivery: ['sending'] });
      }
    },
    async receipt(receipt) {
      if (await applyReceipt(deps, receipt)) return;
      // The platform's answer may have been stored just before the receipt was kept.
      if (early.keep(receipt)) await applyAgain(deps, receipt);
    },
  };
}

function change(
  { database, changes }: Deps,
  workspaceId: WorkspaceId,
  messageId: string,
  patch: Patch,
  expected: Expected,
): Promise<MessageRow | null> {
  return transaction(database, (tx) => changeInState(tx, changes, workspaceId, messageId, patch, expected));
}

async function applyAgain(deps: OutboxDeps, receipt: Receipt): Promise<void> {
  if (await applyReceipt(deps, receipt)) deps.early.forget(receipt);
}

/** Claims a message together with the use of a handle, so that a crash loses both or neither. */
async function claimIn(
  tx: Tx,
  { changes, secrets, clock }: Deps,
  workspaceId: WorkspaceId,
  messageId: string,
  wanted: { replyHandle: boolean },
): Promise<(Pick<ClaimedSend, 'attempts' | 'replyHandle'> & { socialAccountId: string }) | null> {
  const expected: Expected = { delivery: ['queued'] };
  const row = await changeInState(tx, changes, workspaceId, messageId, { delivery: 'sending' }, expected);
  if (row === null) return null;
  const { attempts, conversationId, socialAccountId } = row;
  const place = { workspaceId, conversationId };
  const replyHandle = wanted.replyHandle ? await takeHandle(tx, secrets, place, clock.now()) : null;
  return { attempts, replyHandle, socialAccountId };
}

async function storeSent(
  deps: OutboxDeps,
  workspaceId: WorkspaceId,
  messageId: string,
  { platformMessageId: platformId, parts, askedAt }: SentMessage,
): Promise<void> {
  const named = { platformMessageId: storableId(platformId), askedAt: new Date(askedAt) };
  await transaction(deps.database, async (tx) => {
    const delivery = parts === undefined ? 'sent' : await storeParts(tx, workspaceId, messageId, parts);
    const patch: Patch = { ...named, delivery, deliveryProblem: null };
    // Another process may have taken over the account, and marked what this one was still sending as unconfirmed.
    const open: Expected = { delivery: ['sending', 'unconfirmed', 'queued'] };
    if (await changeInState(tx, deps.changes, workspaceId, messageId, patch, open)) return;
    // A receipt by Parley's id can overtake the platform's own answer: then only the id is missing.
    await changeInState(tx, deps.changes, workspaceId, messageId, named, { delivery: ['delivered', 'read'] });
  });
  for (const receipt of deps.early.end(messageId)) await applyAgain(deps, receipt);
}

/** Returns the state of the whole message: receipts of all parts may have arrived already. */
async function storeParts(
  tx: Tx,
  workspaceId: WorkspaceId,
  messageId: string,
  parts: readonly string[],
): Promise<'sent' | 'delivered' | 'read'> {
  const locked = await lockMessage(tx, workspaceId, messageId);
  if (locked === null) return 'sent';
  await insertParts(tx, locked.message, parts.map(storableId));
  return stateOfParts(tx, locked.message);
}
