/**
 * What a desk knows of one conversation. Pure: the server numbers a conversation's events 1, 2, 3 …; a push
 * counts only when it is the next number, everything else is fetched as 'events since N'. So no loss, doubling
 * or reordering of pushes can make the picture differ from the server's.
 */
import type { Message } from '@parley/contract';

export type Thread = {
  /** By id, each in the latest state that was seen. Some may lie before `from`: known by an event only. */
  messages: ReadonlyMap<string, Message>;
  /** All events up to this number are in here. Null until the first stretch of history came. */
  known: number | null;
  /** The highest event number seen. Beyond `known`: something has to be fetched. */
  heard: number;
  /** Places from here on are complete; what lies before has to be scrolled to. */
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

/** True while there are events that haven't come in. */
export function hasGap(thread: Thread): boolean {
  return thread.known !== null && thread.heard > thread.known;
}

/** Takes what is new or newer; the same map when nothing was. */
function merged(
  known: ReadonlyMap<string, Message>,
  incoming: readonly Message[],
): ReadonlyMap<string, Message> {
  const newer = incoming.filter((message) => message.changedSeq > (known.get(message.id)?.changedSeq ?? -1));
  if (newer.length === 0) return known;
  const result = new Map(known);
  for (const message of newer) {
    // The same answer may name a message twice; the later state wins here too.
    if (message.changedSeq > (result.get(message.id)?.changedSeq ?? -1)) result.set(message.id, message);
  }
  return result;
}

/** A stretch of history: the first one opens the thread, further ones reach back. */
export function withHistory(thread: Thread, history: History): Thread {
  const oldest = history.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const from = history.more ? Math.min(thread.from, oldest) : 0;
  return {
    messages: merged(thread.messages, history.messages),
    // A later stretch is younger than the first, but says nothing of the messages outside it.
    known: thread.known ?? history.lastSeq,
    heard: Math.max(thread.heard, history.lastSeq),
    from: Math.min(thread.from, from),
    moreBefore: thread.moreBefore && history.more,
  };
}

/** A push: event `seq`, with the message's present state. */
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

/** An answer to 'events since N', where N was at most `known` when it was asked. */
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

/** The answer to a request about one message: its state, but nothing of the events between. */
export function withMessage(thread: Thread, message: Message): Thread {
  const messages = merged(thread.messages, [message]);
  return messages === thread.messages
    ? thread
    : { ...thread, messages, heard: Math.max(thread.heard, message.changedSeq) };
}

/** What the screen shows: without holes, in the conversation's order. */
export function shownMessages(thread: Thread): Message[] {
  return [...thread.messages.values()]
    .filter((message) => message.seq >= thread.from)
    .sort((a, b) => a.seq - b.seq);
}

/** The highest place of a customer's message; 0 without one. What a read mark has to reach. */
export function lastInbound(messages: readonly Message[]): number {
  return messages.reduce(
    (last, message) => (message.direction === 'in' ? Math.max(last, message.seq) : last),
    0,
  );
}
