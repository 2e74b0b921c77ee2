/** Publishes changes after the transaction that made them has committed. */

import type { PlatformId } from '@parley/contract/catalogues';
import type { Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { createSignal, type Signal } from '../../base/signal.ts';
import type { MessageRow } from '../../schema/conversations.ts';
import { presentMessage } from './presenter.ts';

export type EventPlace = {
  workspaceId: WorkspaceId;
  subAccountId: string;
  platform: PlatformId;
  chatId: string;
  /** Set for a message that has just arrived; absent where it doesn't matter. */
  isArchived?: boolean;
};

export type Changes = {
  /** After the commit: sends the message's present state to desks, and a hint to consoles. */
  announce(tx: Tx, place: EventPlace, message: MessageRow): void;
  /** Emitted in this process, after the commit, for every changed message. */
  changed: Signal<{ place: EventPlace; message: MessageRow }>;
  /** Emitted after the commit, in any process: the account has something to send. */
  queued: Signal<{ workspaceId: WorkspaceId; socialAccountId: string }>;
};

/** Balances change with every message; screens that show one only need an occasional hint. */
const spendingEveryMs = 1_000;

export function createChanges(realtime: RealtimeServer): Changes {
  const spent = spendingHints(realtime);
  const changed: Changes['changed'] = createSignal();
  const queued: Changes['queued'] = realtime.relay('queued');
  return {
    changed,
    queued,
    announce(tx, place, message) {
      tx.afterCommit(() => {
        const event = {
          conversationId: message.conversationId,
          socialAccountId: message.socialAccountId,
          seq: message.changedSeq,
          message: presentMessage(message),
          ...(place.isArchived && { archived: true as const }),
        };
        realtime.desk(place.subAccountId).emit('changed', event);
        realtime.console(place.workspaceId).emit('moved', {
          conversationId: message.conversationId,
          seq: message.changedSeq,
          place: message.seq,
          inbound: message.direction === 'in',
        });
        changed.emit({ place, message });
        if (message.characters > 0) spent(place);
        if (message.delivery === 'queued' || message.change?.state === 'queued') {
          queued.emit({ workspaceId: place.workspaceId, socialAccountId: message.socialAccountId });
        }
      });
    },
  };
}

/** Notifies desks and consoles that a balance has changed, throttled per sub-account. */
function spendingHints(realtime: RealtimeServer): (place: EventPlace) => void {
  const due = new Set<string>();
  return ({ workspaceId, subAccountId }) => {
    if (due.has(subAccountId)) return;
    due.add(subAccountId);
    const emit = () => {
      due.delete(subAccountId);
      realtime.workspace(workspaceId, subAccountId).emit('characters', { subAccountId });
    };
    setTimeout(emit, spendingEveryMs).unref();
  };
}
