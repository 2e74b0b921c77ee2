/** Applies platforms' delivery receipts. A state only advances, so receipts may be repeated and reordered. */
import { type Database, type Tx, transaction } from '../../../../base/db/database.ts';
import { storableText } from '../../../../base/db/storable-text.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import type { MessageRow } from '../../../../schema/conversations.ts';
import type { Changes } from '../../changes.ts';
import { settleParts, stateOfParts } from '../../message-parts/store.ts';
import { lockMessage, type Patch } from '../../store.ts';
import { changeInState, problemOf } from '../change-in-state.ts';
import * as store from './store.ts';

export type Receipt = { workspaceId: WorkspaceId; socialAccountId: string; chatId: string } & (
  | { platformMessageId: string; state: 'delivered' | 'read' | 'failed'; reason?: string; upTo?: true }
  | ({ state: 'delivered' | 'read' } & ({ upToSeq: number } | { upToTime: number }))
);
type Named = Extract<Receipt, { platformMessageId: string }>;

type Deps = { database: Database; changes: Changes };

/** The states from which a receipt for a single message advances it; never backwards. */
const movable = {
  delivered: ['sending', 'sent', 'unconfirmed'],
  read: ['sending', 'sent', 'delivered', 'unconfirmed'],
  failed: ['sending', 'sent', 'unconfirmed'],
} as const satisfies Record<Receipt['state'], MessageRow['delivery'][]>;

/** Returns false if a receipt may also concern a message that isn't stored as sent yet. */
export function applyReceipt({ database, changes }: Deps, receipt: Receipt): Promise<boolean> {
  const { workspaceId, socialAccountId } = receipt;
  const chat = { workspaceId, socialAccountId, chatId: storableText(receipt.chatId) };
  const apply = async (tx: Tx) => {
    if (!('platformMessageId' in receipt)) return settleUpTo(tx, changes, chat, receipt);
    const targets = await store.receiptTargets(tx, chat, receipt.platformMessageId);
    for (const target of targets) {
      if (receipt.upTo && receipt.state !== 'failed')
        await settleUpTo(tx, changes, chat, { state: receipt.state, upToSeq: target.seq - 1 });
      await settleNamed(tx, changes, receipt, target);
    }
    return targets.length > 0;
  };
  // Serialised per chat, as a platform may report thousands of its messages at once.
  return transaction(database, apply, { locks: `${socialAccountId} ${chat.chatId}` });
}

async function settleNamed(
  tx: Tx,
  changes: Changes,
  receipt: Named,
  { id, part, delivery: before }: store.ReceiptTarget,
): Promise<void> {
  const { workspaceId, state, reason } = receipt;
  const expected: readonly MessageRow['delivery'][] = movable[state];
  if (!expected.includes(before)) return;
  const patch: Patch = {
    delivery: state,
    deliveryProblem: state === 'failed' && reason !== undefined ? problemOf(reason) : null,
  };
  if (part === null || state === 'failed') {
    await changeInState(tx, changes, workspaceId, id, patch, { delivery: [...expected] });
    return;
  }
  // Without the lock, concurrent receipts for two parts would miss each other.
  await lockMessage(tx, workspaceId, id);
  await settleParts(tx, { workspaceId, id }, { part, upTo: receipt.upTo ?? false }, state);
  const whole = await stateOfParts(tx, { workspaceId, id });
  if (whole === 'sent') return;
  // Not all parts of a message that is still being sent are known.
  const delivery: MessageRow['delivery'][] = whole === 'read' ? ['sent', 'delivered'] : ['sent'];
  await changeInState(tx, changes, workspaceId, id, { delivery: whole, deliveryProblem: null }, { delivery });
}

/** Advances the chat's messages up to a place or time, but only those known to be sent. */
async function settleUpTo(
  tx: Tx,
  changes: Changes,
  chat: store.ReceiptChat,
  upTo: { state: 'delivered' | 'read' } & ({ upToSeq: number } | { upToTime: number }),
): Promise<boolean> {
  const settled = await store.settleUpTo(tx, chat, upTo);
  if (settled === null) return false;
  for (const message of settled.messages) changes.announce(tx, settled.conversation, message);
  // A message in flight may have been requested before that time.
  return 'upToSeq' in upTo;
}
