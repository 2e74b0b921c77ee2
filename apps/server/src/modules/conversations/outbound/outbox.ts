/**
 * Gives connectors the messages to send, and takes their reports. The rows are the queue: nothing is lost with a
 * process.
 */
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { storable } from '../../../base/db/storable.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import type { Changes } from '../changes.ts';
import { accountsToChange } from '../message-changes/store.ts';
import { storableId, storableStart } from '../storable.ts';
import { changeMessage, type Expected, findConversation, type Patch } from '../store.ts';
import * as store from './store.ts';

export type MessageOutbox = {
  /** Returns the accounts that may have a message to send or a change to make now, when no signal has arrived. */
  due(socialAccountIds: readonly string[]): Promise<string[]>;
  next(workspaceId: WorkspaceId, socialAccountId: string, limit: number): Promise<store.ToSend[]>;
  /**
   * Marks a message as being sent, before the platform is asked. Returns how often it was tried before, as it is now:
   * the message may have been tried since `next` read it. Null: another process took it.
   */
  claim(workspaceId: WorkspaceId, messageId: string): Promise<{ attempts: number } | null>;
  sent(workspaceId: WorkspaceId, messageId: string, platformMessageId: string): Promise<void>;
  /** Not sent: later again, or never. `retryAt` null: it failed for good. */
  notSent(
    workspaceId: WorkspaceId,
    messageId: string,
    it: { reason: string; retryAt: number | null },
  ): Promise<void>;
  /** It may have been sent: a person has to look. */
  unconfirmed(workspaceId: WorkspaceId, messageId: string, reason: string): Promise<void>;
  /** After a crash: what was being sent goes back into the queue if sending twice delivers once, else to a person. */
  recover(accounts: readonly ToRecover[]): Promise<void>;
  receipt(it: Receipt): Promise<void>;
};

type ToRecover = { workspaceId: WorkspaceId; id: string; idempotentSend: boolean };

export type Receipt = {
  workspaceId: WorkspaceId;
  socialAccountId: string;
  chatId: string;
  state: 'delivered' | 'read' | 'failed';
  reason?: string;
} & ({ platformMessageId: string } | { upToSeq: number });

/** A platform's words as a row can hold them: what can't be written down would be tried for ever. */
const problemOf = (reason: string) => storableStart(reason, 1_000);

/** From which states a receipt moves a message on; never backwards. */
const movable = {
  delivered: ['sending', 'sent', 'unconfirmed'],
  read: ['sending', 'sent', 'delivered', 'unconfirmed'],
  failed: ['sending', 'sent', 'unconfirmed'],
} as const satisfies Record<Receipt['state'], MessageRow['delivery'][]>;

type Deps = { database: Database; changes: Changes };

export function createOutbox(deps: Deps): MessageOutbox {
  const { database } = deps;
  return {
    async due(socialAccountIds) {
      const due = [store.accountsToSend, accountsToChange].map((read) => read(database, socialAccountIds));
      return [...new Set((await Promise.all(due)).flat())];
    },
    next: (workspaceId, socialAccountId, limit) =>
      store.nextToSend(database, workspaceId, socialAccountId, limit),
    claim: (workspaceId, messageId) =>
      change(deps, workspaceId, messageId, { delivery: 'sending' }, { delivery: ['queued'] }),
    async sent(workspaceId, messageId, platformId) {
      const platformMessageId = storableId(platformId);
      const patch = { delivery: 'sent' as const, deliveryProblem: null, platformMessageId };
      // Another process may have taken the account over, and have put in doubt what this one was still sending.
      const open: Expected = { delivery: ['sending', 'unconfirmed', 'queued'] };
      if (await change(deps, workspaceId, messageId, patch, open)) return;
      // A receipt can overtake the platform's own answer: then only the id is missing.
      await change(deps, workspaceId, messageId, { platformMessageId }, { delivery: ['delivered', 'read'] });
    },
    async notSent(workspaceId, messageId, { reason, retryAt }) {
      const deliveryProblem = problemOf(reason);
      const patch: Patch =
        retryAt === null
          ? { delivery: 'failed', deliveryProblem, nextAttemptAt: null }
          : { delivery: 'queued', deliveryProblem, nextAttemptAt: new Date(retryAt) };
      await transaction(database, async (tx) => {
        const expected: Expected = { delivery: ['sending'] };
        const row = await changeIn(tx, deps.changes, workspaceId, messageId, patch, expected);
        if (row && retryAt !== null) await store.countAttempt(tx, workspaceId, messageId);
      });
    },
    async unconfirmed(workspaceId, messageId, reason) {
      const patch = { delivery: 'unconfirmed' as const, deliveryProblem: problemOf(reason) };
      await change(deps, workspaceId, messageId, patch, { delivery: ['sending'] });
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
    receipt: (receipt) => applyReceipt(deps, receipt),
  };
}

function change(
  { database, changes }: Deps,
  workspaceId: WorkspaceId,
  messageId: string,
  patch: Patch,
  expected: Expected,
): Promise<MessageRow | null> {
  return transaction(database, (tx) => changeIn(tx, changes, workspaceId, messageId, patch, expected));
}

async function changeIn(
  tx: Tx,
  changes: Changes,
  workspaceId: WorkspaceId,
  messageId: string,
  patch: Patch,
  expected: Expected,
): Promise<MessageRow | null> {
  const row = await changeMessage(tx, workspaceId, messageId, patch, expected);
  const conversation = row && (await findConversation(tx, workspaceId, row.conversationId));
  if (row && conversation) changes.announce(tx, conversation, row);
  return row;
}

async function applyReceipt({ database, changes }: Deps, receipt: Receipt): Promise<void> {
  const { workspaceId, socialAccountId, chatId, state } = receipt;
  const patch: Patch = {
    delivery: state,
    deliveryProblem: state === 'failed' && receipt.reason !== undefined ? problemOf(receipt.reason) : null,
  };
  await transaction(database, async (tx) => {
    const chat = { workspaceId, socialAccountId, chatId: storable(chatId) };
    const ids = await store.receiptTargets(tx, chat, receipt, movable[state]);
    for (const id of ids)
      await changeIn(tx, changes, workspaceId, id, patch, { delivery: [...movable[state]] });
  });
}
