import type { Conversation } from '@parley/contract/conversations';
import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import { applyChange } from './conversation-pages.ts';

/** The cache of the conversations that a client shows. */
export type ConversationCache = {
  known(id: string): Conversation | undefined;
  /** Returns the ids of the shown conversations with this fan. */
  ofFan(fanId: string): ReadonlySet<string>;
  /** Shows a newer state of a conversation. */
  show(conversation: Conversation): void;
  /** Requests one conversation from the server and shows it; handles its own failures. */
  refresh(id: string): void;
  /** Requests everything that is shown: after a reconnection none of it is known to be current. */
  refreshAll(): void;
};

/** A burst of events, in one conversation or all, is batched into one request this many ms after the first event. */
const burstMs = 400;
/**
 * Events of more conversations at once than this are answered by one request for everything shown, this many ms later:
 * hundreds of snoozes may end at nine o'clock, and the server limits the requests of a session per minute.
 */
const crowd = { conversations: 20, ms: 3_000 } as const;

/** Keeps conversation lists and headers in step with the server's state; the returned function stops it. */
export function followConversations(live: Live, cache: ConversationCache, clock: ClientClock): () => void {
  const waiting = new Map<string, Cancel>();
  let cancelAll: Cancel | null = null;
  const stopWaiting = () => {
    for (const cancel of waiting.values()) cancel();
    waiting.clear();
  };
  const refreshAllIn = (ms: number) => {
    if (cancelAll !== null) return;
    stopWaiting();
    cancelAll = clock.after(ms, () => {
      cancelAll = null;
      cache.refreshAll();
    });
  };
  const refreshSoon = (id: string) => {
    if (cancelAll !== null || waiting.has(id)) return;
    if (waiting.size === crowd.conversations) {
      refreshAllIn(crowd.ms);
      return;
    }
    const cancel = clock.after(burstMs, () => {
      waiting.delete(id);
      cache.refresh(id);
    });
    waiting.set(id, cancel);
  };
  const stops = [
    live.on('changed', (change) => {
      const known = cache.known(change.conversationId);
      const after = known ? applyChange(known, change) : null;
      if (after === null) refreshSoon(change.conversationId);
      else if (after !== known) cache.show(after);
    }),
    live.on('conversation', ({ conversationId, readSeq, unread }) => {
      const known = cache.known(conversationId);
      if (known && readSeq >= known.readSeq) cache.show({ ...known, readSeq, unread });
      refreshSoon(conversationId);
    }),
    live.on('erased', ({ conversationIds }) => {
      for (const id of conversationIds) if (cache.known(id)) refreshSoon(id);
    }),
    live.on('customerProfile', ({ fanId }) => {
      for (const id of cache.ofFan(fanId)) refreshSoon(id);
    }),
    // Only the server knows which of the conversations that aren't shown now match a tag filter.
    live.on('fanTags', () => refreshAllIn(burstMs)),
    live.on('accountMoved', () => refreshAllIn(burstMs)),
    // An import may open hundreds of conversations over several minutes.
    live.on('historyImported', ({ conversationIds }) => {
      if (conversationIds.length > 0) refreshAllIn(crowd.ms);
    }),
    live.onConnect(() => cache.refreshAll()),
  ];
  return () => {
    for (const stop of stops) stop();
    stopWaiting();
    cancelAll?.();
  };
}
