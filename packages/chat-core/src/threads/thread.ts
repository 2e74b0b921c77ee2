/**
 * The state of one conversation in a client, as pure functions. The server numbers a conversation's events 1, 2, 3 …;
 * a pushed event is applied only if it has the next number, everything else is fetched as 'events since N'. No loss,
 * duplication or reordering of pushes can make the state differ from the server's.
 */
import type { Message } from '@parley/contract/conversations';

export type Thread = {
  /** Messages by id, each in its latest received state. Those before `from` are known by an event only. */
  messages: ReadonlyMap<string, Message>;
  /** All events up to this number are applied. Null until the first page of history is loaded. */
  known: number | null;
  /** The highest event number received. Above `known`: events are missing. */
  heard: number;
  /** The conversation is complete from this place on; earlier pages are loaded by scrolling. */
  from: number;
  moreBefore: boolean;
};

export type History = { messages: readonly Message[]; lastSeq: number; more: boolean };

export const emptyThread: Thread = {
  messages: new Map(),
  known: null,
  heard: 0,
  from: Number.POSITIVE_INFINITY,
  moreBefore: true,
};

/** Returns whether events are missing. */
export function hasGap(thread: Thread): boolean {
  return thread.known !== null && thread.heard > thread.known;
}

/** Returns the map with new and newer messages; the same map if there are none. */
function merged(
  known: ReadonlyMap<string, Message>,
  incoming: readonly Message[],
): ReadonlyMap<string, Message> {
  const newer = incoming.filter((message) => message.changedSeq > (known.get(message.id)?.changedSeq ?? -1));
  if (newer.length === 0) return known;
  const result = new Map(known);
  for (const message of newer) {
    // One response may contain a message twice; the later state wins here too.
    if (message.changedSeq > (result.get(message.id)?.changedSeq ?? -1)) result.set(message.id, message);
  }
  return result;
}

/** Applies a page of history: the first one opens the thread, further ones extend it backwards. */
export function withHistory(thread: Thread, history: History): Thread {
  const oldest = history.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const from = history.more ? Math.min(thread.from, oldest) : 0;
  return {
    messages: merged(thread.messages, history.messages),
    // A later page is more recent than the first, but has no information about messages outside it.
    known: thread.known ?? history.lastSeq,
    heard: Math.max(thread.heard, history.lastSeq),
    from: Math.min(thread.from, from),
    moreBefore: thread.moreBefore && history.more,
  };
}

/** Applies a pushed event `seq` with the message's present state. */
export function withChange(thread: Thread, change: { seq: number; message: Message }): Thread {
  if (thread.known === null) return { ...thread, heard: Math.max(thread.heard, change.seq) };
  if (change.seq <= thread.known) return thread;
  if (change.seq > thread.known + 1) return { ...thread, heard: Math.max(thread.heard, change.seq) };
  return {
    ...thread,
    messages: merged(thread.messages, [change.message]),
    known: change.seq,
    heard: Math.max(thread.heard, change.seq),
  };
}

/** Applies a response to 'events since N', where N was at most `known` at the request. */
export function withEvents(thread: Thread, events: { messages: readonly Message[]; seq: number }): Thread {
  if (thread.known === null) return thread;
  const known = Math.max(thread.known, events.seq);
  return {
    ...thread,
    messages: merged(thread.messages, events.messages),
    known,
    heard: Math.max(thread.heard, known),
  };
}

/** Applies one message's state from another response, which has no information about the events before it. */
export function withMessage(thread: Thread, message: Message): Thread {
  const messages = merged(thread.messages, [message]);
  return messages === thread.messages
    ? thread
    : { ...thread, messages, heard: Math.max(thread.heard, message.changedSeq) };
}

/** Returns the messages to show: without gaps, in the conversation's order. */
export function shownMessages(thread: Thread): Message[] {
  return [...thread.messages.values()]
    .filter((message) => message.seq >= thread.from)
    .sort((a, b) => a.seq - b.seq);
}

/** Returns the highest place of a customer's message, which a read mark has to reach; 0 without one. */
export function lastInbound(messages: readonly Message[]): number {
  return messages.reduce(
    (last, message) => (message.direction === 'in' ? Math.max(last, message.seq) : last),
    0,
  );
}
