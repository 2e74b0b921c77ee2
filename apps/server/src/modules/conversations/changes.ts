/** Telling the world what has changed, after the transaction that changed it. */

import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformId, ServerEvents } from '@parley/contract';
import type { Database, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Realtime } from '../../base/realtime/realtime.ts';
import { createSignal, type Signal } from '../../base/signal.ts';
import { keepingNoTexts } from './erasing/queries.ts';
import { presentMessage, withheld } from './presenter.ts';
import type { MessageRow } from './tables.ts';

export type Place = { workspaceId: WorkspaceId; subAccountId: string; platform: PlatformId; chatId: string };

export type Changes = {
  /** After the commit: pushes the message's present state to desks and consoles. */
  announce(tx: Tx, place: Place, message: MessageRow): void;
  /** In this process, after the commit: every changed message. */
  changed: Signal<{ place: Place; message: MessageRow }>;
  /** After the commit, in whichever process: an account has something to send. */
  queued: Signal<{ workspaceId: WorkspaceId; socialAccountId: string }>;
};

/** Balances move with every message; screens that show one need no more than a hint now and then. */
const spendingEveryMs = 1_000;

export function createChanges({ realtime, database }: { realtime: Realtime; database: Database }): Changes {
  const tellConsoles = consoleNews(realtime, database);
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
        };
        realtime.desk(place.subAccountId).emit('changed', event);
        tellConsoles(place, event);
        changed.emit({ place, message });
        if (message.characters > 0) spent(place);
        if (message.delivery === 'queued') {
          queued.emit({ workspaceId: place.workspaceId, socialAccountId: message.socialAccountId });
        }
      });
    },
  };
}

/** Tells desks and consoles that a balance has moved, once in a while however often it does. */
function spendingHints(realtime: Realtime): (place: Place) => void {
  const due = new Set<string>();
  return ({ workspaceId, subAccountId }) => {
    if (due.has(subAccountId)) return;
    due.add(subAccountId);
    const tell = () => {
      due.delete(subAccountId);
      realtime.workspace(workspaceId, subAccountId).emit('characters', { subAccountId });
    };
    setTimeout(tell, spendingEveryMs).unref();
  };
}

type ConsoleNews = { place: Place; event: Parameters<ServerEvents['changed']>[0] };

/** How long news for consoles are gathered, so that a busy house asks once for many whether their texts are kept. */
const gatherMs = 25;

/** Tells consoles, in order, and without the texts of sub-accounts that keep none: nobody's memory decides that. */
function consoleNews(realtime: Realtime, database: Database) {
  let waiting: ConsoleNews[] = [];
  let telling = false;
  async function tell(): Promise<void> {
    while (waiting.length > 0) {
      await pause(gatherMs, undefined, { ref: false });
      const news = waiting;
      waiting = [];
      const places = news.map(({ place }) => place);
      // While the database is away nobody can say which are kept.
      const unkept = await keepingNoTexts(database, places).catch(() => null);
      for (const { place, event } of news) {
        const hidden = unkept === null || unkept.has(place.subAccountId);
        const shown = hidden ? { ...event, message: withheld(event.message) } : event;
        realtime.console(place.workspaceId).emit('changed', shown);
      }
    }
    telling = false;
  }
  return (place: Place, event: ConsoleNews['event']): void => {
    waiting.push({ place, event });
    if (telling) return;
    telling = true;
    void tell();
  };
}
