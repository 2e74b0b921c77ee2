/** Publishes changes, after the transaction that made them. */

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
  /** Known of a message that has just arrived; absent: of no matter. */
  isArchived?: boolean;
};

export type Changes = {
  /** After the commit: pushes the message's present state to desks, and to consoles that there is one. */
  announce(tx: Tx, place: EventPlace, message: MessageRow): void;
  /** In this process, after the commit: every changed message. */
  changed: Signal<{ place: EventPlace; message: MessageRow }>;
  /** After the commit, in whichever process: an account has something to send. */
  queued: Signal<{ workspaceId: WorkspaceId; socialAccountId: string }>;
};

/** Balances move with every message; screens that show one need no more than a hint now and then. */
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

/** Notifies desks and consoles that a balance has changed, at most once in a while. */
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
