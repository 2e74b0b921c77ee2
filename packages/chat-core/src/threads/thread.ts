/**
 * The state of one conversation in a client, as pure functions. The server numbers a conversation's events 1, 2, 3 …; a
 * pushed event is applied only if it has the next number, everything else is fetched as 'events since N'. No loss,
 * duplication or reordering of pushes can make the state differ from the server's.
 *
 * Of a long conversation a client holds at most two stretches: the newest messages, which events keep current, and,
 * while the reader is elsewhere, the messages around that place. Both are limited in length.
 */
import type { Message } from '@parley/contract/conversations';

/** A contiguous range of messages: those with a place from `from` up to `to`. */
export type Stretch = {
  /** Negative infinity represents the beginning of the conversation. History has numbers below 1. */
  from: number;
  /** Infinity includes the newest message and all future ones. */
  to: number;
};

export type Thread = {
  /** The messages of both stretches by id, each in its latest received state. */
  messages: ReadonlyMap<string, Message>;
  /** All events up to this number are applied. Null until the first page of history is loaded. */
  known: number | null;
  /** The highest event number received. When it is above `known`, events are missing. */
  heard: number;
  /** The newest messages; `from` is infinite until they are loaded. */
  newest: Stretch;
  /** The messages that are shown instead of the newest; null when the newest are shown. */
  past: Stretch | null;
};

/** A page of history, as the server answers; `more` and `moreAfter` mean that there are messages before and after it. */
export type HistoryPage = {
  messages: readonly Message[];
  lastSeq: number;
  more: boolean;
  moreAfter: boolean;
};

export const emptyThread: Thread = {
  messages: new Map(),
  known: null,
  heard: 0,
  newest: { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY },
  past: null,
};

export type Limits = {
  /** The maximum number of shown messages; the excess is dropped at the end farther from the reader. */
  shown: number;
  /** The number of newest messages that are kept while others are shown. */
  newest: number;
};
export const limits: Limits = { shown: 400, newest: 60 };

/** Returns whether events are missing. */
export function hasGap(thread: Thread): boolean {
  return thread.known !== null && thread.heard > thread.known;
}

/** Returns whether the message at this place predates the adding of its social account. */
export const isHistory = (seq: number): boolean => seq < 1;

/** Returns whether a stretch reaches back to the beginning of the conversation. */
export const isFromBeginning = ({ from }: Stretch): boolean => from === Number.NEGATIVE_INFINITY;

/** Returns the stretch that is shown. */
export const shownStretch = (thread: Thread): Stretch => thread.past ?? thread.newest;

const isIn = ({ from, to }: Stretch, { seq }: Message): boolean => seq >= from && seq <= to;

function isHeld({ newest, past }: Thread, message: Message): boolean {
  return isIn(newest, message) || (past !== null && isIn(past, message));
}

/** Returns the thread's messages merged with those that belong to its stretches and are new or newer; the same map if none is. */
function merged(thread: Thread, incoming: readonly Message[]): ReadonlyMap<string, Message> {
  const result = new Map(thread.messages);
  let changed = false;
  for (const message of incoming) {
    // One response may contain a message twice; the later state wins here, too.
    const isNewer = message.changedSeq > (result.get(message.id)?.changedSeq ?? Number.NEGATIVE_INFINITY);
    if (!isNewer || !isHeld(thread, message)) continue;
    result.set(message.id, message);
    changed = true;
  }
  return changed ? result : thread.messages;
}

/** Drops messages that are in neither stretch. */
function pruned(thread: Thread): Thread {
  const kept = [...thread.messages].filter(([, message]) => isHeld(thread, message));
  return kept.length === thread.messages.size ? thread : { ...thread, messages: new Map(kept) };
}

/**
 * Applies a page to a thread with these stretches. Events between the page's number and the known one concerned
 * messages that weren't held, so they are fetched again.
 */
function withPage(thread: Thread, page: HistoryPage, stretches: Pick<Thread, 'newest' | 'past'>): Thread {
  const next = { ...thread, ...stretches };
  return pruned({
    ...next,
    messages: merged(next, page.messages),
    known: thread.known === null ? page.lastSeq : Math.min(thread.known, page.lastSeq),
    heard: Math.max(thread.heard, page.lastSeq),
  });
}

/** Returns the stretches when `shown` is displayed; if it reaches the newest messages, the two are joined. */
function shownAs(newest: Stretch, shown: Stretch): Pick<Thread, 'newest' | 'past'> {
  if (shown.to < newest.from) return { newest, past: shown };
  return { newest: { from: Math.min(newest.from, shown.from), to: newest.to }, past: null };
}

const fromOf = ({ messages, more }: HistoryPage, otherwise: number): number =>
  more ? (messages[0]?.seq ?? otherwise) : Number.NEGATIVE_INFINITY;
const toOf = ({ messages, moreAfter }: HistoryPage, otherwise: number): number =>
  moreAfter ? (messages.at(-1)?.seq ?? otherwise) : Number.POSITIVE_INFINITY;

/** Applies the last page of the conversation, which opens the thread. */
export function withNewest(thread: Thread, page: HistoryPage): Thread {
  const from = Math.min(thread.newest.from, fromOf(page, thread.newest.from));
  return withPage(thread, page, { newest: { ...thread.newest, from }, past: thread.past });
}

/** Shows a page in place of what is shown. */
export function withPlace(thread: Thread, page: HistoryPage): Thread {
  const shown = { from: fromOf(page, 0), to: toOf(page, Number.POSITIVE_INFINITY) };
  return withPage(thread, page, shownAs(thread.newest, shown));
}

/** Applies the page before `before`; returns the same thread if what is shown no longer begins there. */
export function withOlder(thread: Thread, before: number, page: HistoryPage): Thread {
  const shown = shownStretch(thread);
  if (shown.from !== before) return thread;
  const longer = { ...shown, from: fromOf(page, shown.from) };
  const { newest, past } = thread;
  return withPage(thread, page, past === null ? { newest: longer, past } : { newest, past: longer });
}

/** Applies the page after `after`; returns the same thread if what is shown no longer ends there. */
export function withNewer(thread: Thread, after: number, page: HistoryPage): Thread {
  const { newest, past } = thread;
  if (past?.to !== after) return thread;
  return withPage(thread, page, shownAs(newest, { ...past, to: toOf(page, past.to) }));
}

/**
 * Accounts for an import of messages before the beginning of the conversation: a stretch that reached the beginning now
 * starts at its first message. An empty stretch counts as not loaded.
 */
export function withHistory(thread: Thread): Thread {
  const begun = (stretch: Stretch): Stretch =>
    isFromBeginning(stretch)
      ? { ...stretch, from: inStretch(thread, stretch)[0]?.seq ?? Number.POSITIVE_INFINITY }
      : stretch;
  const { newest, past } = thread;
  return { ...thread, newest: begun(newest), past: past === null ? null : begun(past) };
}

/** Shows the newest messages again. */
export const atNewest = (thread: Thread): Thread =>
  thread.past === null ? thread : pruned({ ...thread, past: null });

/** Trims what is shown to its limit, at the end farther from the reader. */
export function trimmed(
  thread: Thread,
  reader: 'older' | 'newer',
  { shown: most, newest: kept } = limits,
): Thread {
  const shown = shownMessages(thread);
  const newest = thread.past === null ? shown : inStretch(thread, thread.newest);
  const stretches = shownTrimmed(thread, shown, { reader, most });
  if (stretches.past === null) {
    return stretches.newest === thread.newest ? thread : pruned({ ...thread, ...stretches });
  }
  const from = Math.max(stretches.newest.from, newest.at(-kept)?.seq ?? Number.NEGATIVE_INFINITY);
  if (stretches.past === thread.past && from === thread.newest.from) return thread;
  return pruned({ ...thread, past: stretches.past, newest: { ...stretches.newest, from } });
}

function shownTrimmed(
  { newest, past }: Thread,
  shown: readonly Message[],
  { reader, most }: { reader: 'older' | 'newer'; most: number },
): Pick<Thread, 'newest' | 'past'> {
  if (shown.length <= most) return { newest, past };
  if (reader === 'older') {
    const stretch = past ?? newest;
    const to = shown[most - 1]?.seq ?? stretch.to;
    return { newest, past: { ...stretch, to } };
  }
  const from = shown.at(-most)?.seq ?? Number.NEGATIVE_INFINITY;
  return past === null ? { newest: { ...newest, from }, past } : { newest, past: { ...past, from } };
}

/** Applies a pushed event `seq` with the message's present state. */
export function withChange(thread: Thread, change: { seq: number; message: Message }): Thread {
  const heard = Math.max(thread.heard, change.seq);
  if (thread.known === null) return { ...thread, heard };
  if (change.seq <= thread.known) return thread;
  if (change.seq > thread.known + 1) return { ...thread, heard };
  return { ...thread, messages: merged(thread, [change.message]), known: change.seq, heard };
}

/** Applies the events since a number; returns the same thread if events before that are missing by now. */
export function withEvents(
  thread: Thread,
  since: number,
  events: { messages: readonly Message[]; seq: number },
): Thread {
  if (thread.known === null || since > thread.known) return thread;
  const known = Math.max(thread.known, events.seq);
  return {
    ...thread,
    messages: merged(thread, events.messages),
    known,
    heard: Math.max(thread.heard, known),
  };
}

/** Applies one message's state from another response, which says nothing about the events before it. */
export function withMessage(thread: Thread, message: Message): Thread {
  const messages = merged(thread, [message]);
  const heard = Math.max(thread.heard, message.changedSeq);
  return messages === thread.messages && heard === thread.heard ? thread : { ...thread, messages, heard };
}

function inStretch({ messages }: Thread, stretch: Stretch): Message[] {
  return [...messages.values()].filter((message) => isIn(stretch, message)).sort((a, b) => a.seq - b.seq);
}

/** Returns the messages to show: without gaps, in the conversation's order. */
export const shownMessages = (thread: Thread): Message[] => inStretch(thread, shownStretch(thread));

/** Returns the newest messages, whether or not they are shown. */
export const newestMessages = (thread: Thread): Message[] => inStretch(thread, thread.newest);

/** Returns the highest place of a customer's message, which a read mark has to reach; 0 if there is none. */
export function lastInbound(messages: readonly Message[]): number {
  return messages.reduce(
    (last, message) => (message.direction === 'in' ? Math.max(last, message.seq) : last),
    0,
  );
}

/**
 * Returns the customer's first message after the place up to which all were read; null when there is none, or when
 * earlier unread messages may lie outside what is shown.
 */
export function firstUnread(shown: readonly Message[], { from }: Stretch, readSeq: number): Message | null {
  if (from > readSeq + 1) return null;
  return shown.find(({ direction, seq }) => direction === 'in' && seq > readSeq) ?? null;
}
