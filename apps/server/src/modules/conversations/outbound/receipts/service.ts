/** Applies platforms' reports of sent messages. A state only moves forward, so that receipts may repeat and overtake each other. */
import { type Database, type Tx, transaction } from '../../../../base/db/database.ts';
import { storable } from '../../../../base/db/storable.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import type { MessageRow } from '../../../../schema/conversations.ts';
import type { Changes } from '../../changes.ts';
import { settleParts, stateOfParts } from '../../message-parts/store.ts';
import { lockMessage, type Patch } from '../../store.ts';
import { changeIn, problemOf } from '../change-in.ts';
import * as store from './store.ts';

export type Receipt = { workspaceId: WorkspaceId; socialAccountId: string; chatId: string } & (
  | { platformMessageId: string; state: 'delivered' | 'read' | 'failed'; reason?: string; upTo?: true }
  | ({ state: 'delivered' | 'read' } & ({ upToSeq: number } | { upToTime: number }))
);
type Named = Extract<Receipt, { platformMessageId: string }>;

type Deps = { database: Database; changes: Changes };

/** From which states a receipt that names a message moves it on; never backwards. */
const movable = {
  delivered: ['sending', 'sent', 'unconfirmed'],
  read: ['sending', 'sent', 'delivered', 'unconfirmed'],
  failed: ['sending', 'sent', 'unconfirmed'],
} as const satisfies Record<Receipt['state'], MessageRow['delivery'][]>;

/** False: it names no message that is here, or a time before which everything has been settled. */
export function applyReceipt({ database, changes }: Deps, receipt: Receipt): Promise<boolean> {
  const { workspaceId, socialAccountId } = receipt;
  const chat = { workspaceId, socialAccountId, chatId: storable(receipt.chatId) };
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
  // A platform may report thousands of messages of a chat at once.
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
    await changeIn(tx, changes, workspaceId, id, patch, { delivery: [...expected] });
    return;
  }
  // Two receipts of two parts would each miss the other.
  await lockMessage(tx, workspaceId, id);
  await settleParts(tx, { workspaceId, id }, { part, upTo: receipt.upTo ?? false }, state);
  const whole = await stateOfParts(tx, { workspaceId, id });
  if (whole === 'sent') return;
  // Of one that is on its way, not all parts are known.
  const delivery: MessageRow['delivery'][] = whole === 'read' ? ['sent', 'delivered'] : ['sent'];
  await changeIn(tx, changes, workspaceId, id, { delivery: whole, deliveryProblem: null }, { delivery });
}

/** Settles what the customer's side has by then: only what is known to be sent. */
async function settleUpTo(
  tx: Tx,
  changes: Changes,
  chat: store.ReceiptChat,
  upTo: { state: 'delivered' | 'read' } & ({ upToSeq: number } | { upToTime: number }),
): Promise<boolean> {
  const settled = await store.settleUpTo(tx, chat, upTo);
  if (settled === null) return false;
  for (const message of settled.messages) changes.announce(tx, settled.conversation, message);
  // A message that is on its way may have been asked for before that time.
  return 'upToSeq' in upTo;
}
