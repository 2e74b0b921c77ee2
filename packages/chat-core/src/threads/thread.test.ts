import type { Message } from '@parley/contract/conversations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageWith } from '../fixtures/samples.ts';
import {
  atNewest,
  emptyThread,
  firstUnread,
  type HistoryPage,
  hasGap,
  newestMessages,
  shownMessages,
  shownStretch,
  type Thread,
  trimmed,
  withChange,
  withEvents,
  withHistory,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
  withPlace,
} from './thread.ts';

/** The server's model: a numbered list of events on messages, as in the contract. */
class Conversation {
  seq = 0;
  readonly messages = new Map<string, Message>();

  create(): { seq: number; message: Message } {
    this.seq += 1;
    const message = messageWith({
      seq: this.seq,
      changedSeq: this.seq,
      direction: this.seq % 2 ? 'in' : 'out',
    });
    this.messages.set(message.id, message);
    return { seq: this.seq, message };
  }

  /** Inserts a message before all others; no event announces it. */
  import(): void {
    const seq = Math.min(1, ...this.all().map((message) => message.seq)) - 1;
    const message = messageWith({ seq, changedSeq: seq, direction: seq % 2 ? 'in' : 'out' });
    this.messages.set(message.id, message);
  }

  change(pick: number): { seq: number; message: Message } {
    const all = [...this.messages.values()];
    const chosen = all[pick % all.length];
    if (chosen === undefined) return this.create();
    this.seq += 1;
    const message = { ...chosen, changedSeq: this.seq, translation: `state ${this.seq}` };
    this.messages.set(message.id, message);
    return { seq: this.seq, message };
  }

  since(since: number, limit: number) {
    const changed = [...this.messages.values()]
      .filter((message) => message.changedSeq > since)
      .sort((a, b) => a.changedSeq - b.changedSeq);
    const messages = changed.slice(0, limit);
    const more = changed.length > limit;
    return { messages, seq: more ? (messages.at(-1)?.changedSeq ?? since) : this.seq, more };
  }

  /** Returns the messages with a place from `from` on or, counted from the end, before `to`. */
  page({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }, limit: number): HistoryPage {
    const all = this.all();
    const places = all.filter(({ seq }) => seq >= from && seq < to);
    const messages = Number.isFinite(from) ? places.slice(0, limit) : places.slice(-limit);
    const isLeft = (test: (seq: number, of: Message) => boolean, of: Message | undefined) =>
      of !== undefined && all.some(({ seq }) => test(seq, of));
    return {
      messages,
      lastSeq: this.seq,
      more: messages.length === 0 ? all.length > 0 : isLeft((seq, first) => seq < first.seq, messages[0]),
      moreAfter: isLeft((seq, last) => seq > last.seq, messages.at(-1)),
    };
  }

  placeAt(pick: number): number {
    const all = this.all();
    return all[pick % Math.max(1, all.length)]?.seq ?? 1;
  }

  all(): Message[] {
    return [...this.messages.values()].sort((a, b) => a.seq - b.seq);
  }
}

const newestOf = (server: Conversation, limit: number) => server.page({}, limit);

/** Fetches events as a client does, until nothing is missing. */
function resumed(thread: Thread, server: Conversation, limit: number): Thread {
  let present = thread;
  for (;;) {
    const since = present.known ?? 0;
    const events = server.since(since, limit);
    present = withEvents(present, since, events);
    if (!events.more) return present;
  }
}

/** Loads the end, then everything back to the beginning of the conversation. */
function settle(thread: Thread, server: Conversation, limit: number): Thread {
  let present = resumed(atNewest(thread), server, limit);
  if (present.newest.from === Number.POSITIVE_INFINITY)
    present = withNewest(present, newestOf(server, limit));
  for (let { from } = present.newest; Number.isFinite(from); from = present.newest.from) {
    present = withOlder(present, from, server.page({ to: from }, limit));
  }
  return resumed(present, server, limit);
}

/** So small that a few messages exceed the limits. */
const few = { shown: 9, newest: 3 };

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const) }) },
  // Any push in transit arrives; a duplicated one remains in transit.
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('deliver' as const), pick: fc.nat(50), twice: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), pick: fc.nat(50) }) },
  // Requests are answered at one time and arrive at another.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      what: fc.constantFrom('events', 'older', 'newer', 'place'),
      pick: fc.nat(50),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), pick: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('own' as const), pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('trim' as const),
      reader: fc.constantFrom('older' as const, 'newer' as const),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Returns a page with the messages on both sides of a place, as the server reads it. */
function around(server: Conversation, at: number, limit: number): HistoryPage {
  const [before, from] = [server.page({ to: at }, limit), server.page({ from: at }, limit)];
  if (from.messages.length === 0) return newestOf(server, limit);
  const messages = [...before.messages, ...from.messages];
  return {
    messages,
    lastSeq: server.seq,
    more: before.more && before.messages.length > 0,
    moreAfter: from.moreAfter,
  };
}

/** Applies an import to pages that were read before it and don't know the new beginning. */
function importsOf(answers: ((thread: Thread) => Thread)[]) {
  let imports = 0;
  return {
    count: () => {
      imports += 1;
    },
    page(apply: (later: Thread) => Thread) {
      const before = imports;
      answers.push((later) => (before === imports ? apply(later) : withHistory(apply(later))));
    },
  };
}

/** A client with the pushes in transit to it, and the answers that haven't arrived yet. */
function openClient(server: Conversation, limit: number) {
  let thread = withNewest(emptyThread, newestOf(server, limit));
  const pushes: { seq: number; message: Message }[] = [];
  const answers: ((thread: Thread) => Thread)[] = [];
  const importing = importsOf(answers);
  const apply: { [Kind in Step['kind']]: (one: Extract<Step, { kind: Kind }>) => void } = {
    create: () => void pushes.push(server.create()),
    import: () => {
      server.import();
      importing.count();
      thread = withHistory(thread);
    },
    change: ({ pick }) => void pushes.push(server.change(pick)),
    deliver: ({ pick, twice }) => {
      const at = pick % Math.max(1, pushes.length);
      const push = pushes[at];
      if (push === undefined) return;
      if (!twice) pushes.splice(at, 1);
      thread = withChange(thread, push);
    },
    lose: ({ pick }) => void pushes.splice(pick % Math.max(1, pushes.length), 1),
    ask: ({ what, pick }) => {
      const { from, to } = shownStretch(thread);
      if (what === 'events') {
        const since = thread.known ?? 0;
        const events = server.since(since, limit);
        answers.push((later) => withEvents(later, since, events));
      } else if (what === 'place') {
        const place = around(server, server.placeAt(pick), limit);
        importing.page((later) => withPlace(later, place));
      } else if (what === 'older' && Number.isFinite(from)) {
        const older = server.page({ to: from }, limit);
        importing.page((later) => withOlder(later, from, older));
      } else if (what === 'newer' && Number.isFinite(to)) {
        const newer = server.page({ from: to + 1 }, limit);
        importing.page((later) => withNewer(later, to, newer));
      }
    },
    answer: ({ pick }) => {
      const [answer] = answers.splice(pick % Math.max(1, answers.length), 1);
      if (answer) thread = answer(thread);
    },
    own: ({ pick }) => {
      const all = server.all();
      const chosen = all[pick % Math.max(1, all.length)];
      if (chosen) thread = withMessage(thread, chosen);
    },
    end: () => {
      thread = atNewest(thread);
    },
    trim: ({ reader }) => {
      thread = trimmed(thread, reader, few);
    },
  };
  return {
    thread: () => thread,
    // The table has one entry per kind, typed for that kind.
    take: (one: Step) => (apply[one.kind] as (one: Step) => void)(one),
  };
}

/**
 * Expects that the messages on the screen and the newest ones have no duplicates, no gaps, and nothing older than the
 * thread's number.
 */
function expectConsistent(thread: Thread, server: Conversation): void {
  const known = thread.known ?? 0;
  for (const [messages, { from, to }] of [
    [shownMessages(thread), shownStretch(thread)],
    [newestMessages(thread), thread.newest],
  ] as const) {
    const places = messages.map((message) => message.seq);
    expect(new Set(places).size).toBe(places.length);
    const inside = server.all().filter(({ seq }) => seq >= from && seq <= to && seq <= known);
    expect(places.filter((place) => place <= known)).toEqual(inside.map(({ seq }) => seq));
    for (const message of messages) {
      const present = server.messages.get(message.id);
      if (present && present.changedSeq <= known) expect(message).toEqual(present);
    }
  }
  const { past, newest, messages } = thread;
  const held = (seq: number) => seq >= newest.from || (past !== null && seq >= past.from && seq <= past.to);
  expect([...messages.values()].every(({ seq }) => held(seq))).toBe(true);
}

describe('a thread', () => {
  it('ends with exactly the server’s state, whatever is lost, duplicated, late or reordered', () => {
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.integer({ min: 1, max: 7 }),
        fc.array(step, { maxLength: 120 }),
        (before, limit, steps) => {
          const server = new Conversation();
          for (let n = 0; n < before; n += 1) server.create();
          const client = openClient(server, limit);
          for (const one of steps) {
            client.take(one);
            expectConsistent(client.thread(), server);
          }
          const thread = settle(client.thread(), server, limit);
          expect(shownMessages(thread)).toEqual(server.all());
          expect(thread.known).toBe(server.seq);
          expect(hasGap(thread)).toBe(false);
        },
      ),
      { numRuns: 400 },
    );
  });

  const conversationOf = (messages: number) => {
    const server = new Conversation();
    for (let n = 0; n < messages; n += 1) server.create();
    return server;
  };
  const placesOf = (thread: Thread) => shownMessages(thread).map(({ seq }) => seq);

  it('never shows a message after a gap', () => {
    const server = conversationOf(10);
    const thread = withNewest(emptyThread, newestOf(server, 3));
    const changed = server.change(0);
    const after = withChange(thread, changed);
    expect(placesOf(after)).toEqual([8, 9, 10]);
    expect(after.known).toBe(11);
  });

  it('records events received before it was open', () => {
    const server = conversationOf(1);
    const old = newestOf(server, 5);
    const early = withChange(emptyThread, server.create());
    const opened = withNewest(early, old);
    expect(hasGap(opened)).toBe(true);
    expect(shownMessages(settle(opened, server, 5))).toEqual(server.all());
  });

  it('returns the same object when a push adds nothing, so that nothing re-renders', () => {
    const server = new Conversation();
    const push = server.create();
    const thread = withNewest(emptyThread, newestOf(server, 5));
    expect(withChange(thread, push)).toBe(thread);
    expect(withMessage(thread, push.message)).toBe(thread);
    expect(trimmed(thread, 'newer')).toBe(thread);
    expect(atNewest(thread)).toBe(thread);
  });

  it('keeps the newest messages current while others are shown', () => {
    const server = conversationOf(30);
    const opened = withNewest(emptyThread, newestOf(server, 3));
    const away = withPlace(opened, around(server, 10, 2));
    const after = withChange(away, server.create());
    expect(placesOf(after)).toEqual([8, 9, 10, 11]);
    expect(newestMessages(after).map(({ seq }) => seq)).toEqual([28, 29, 30, 31]);
    expect(placesOf(atNewest(after))).toEqual([28, 29, 30, 31]);
    expect(atNewest(after).messages.size).toBe(4);
  });

  it('joins the shown messages with the newest ones once they meet', () => {
    const server = conversationOf(20);
    const away = withPlace(withNewest(emptyThread, newestOf(server, 4)), around(server, 12, 2));
    expect(placesOf(away)).toEqual([10, 11, 12, 13]);
    const joined = withNewer(away, 13, server.page({ from: 14 }, 4));
    expect(joined.past).toBeNull();
    expect(placesOf(joined)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('drops a page that no longer fits what is shown', () => {
    const server = conversationOf(30);
    const opened = withNewest(emptyThread, newestOf(server, 3));
    const older = server.page({ to: opened.newest.from }, 3);
    const away = withPlace(opened, around(server, 10, 2));
    expect(withOlder(away, opened.newest.from, older)).toBe(away);
    expect(withNewer(opened, 11, server.page({ from: 12 }, 3))).toBe(opened);
  });

  it('drops the end that is farther from the reader beyond its limit', () => {
    const server = conversationOf(30);
    const long = withNewest(emptyThread, newestOf(server, 12));
    const up = trimmed(long, 'older', few);
    expect(placesOf(up)).toEqual([19, 20, 21, 22, 23, 24, 25, 26, 27]);
    expect(newestMessages(up).map(({ seq }) => seq)).toEqual([28, 29, 30]);
    expect(placesOf(trimmed(long, 'newer', few))).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect(placesOf(withNewer(up, 27, server.page({ from: 28 }, 5)))).toHaveLength(12);
  });
});

describe('the first unread message', () => {
  const messages = [2, 3, 4, 5].map((seq) => messageWith({ seq, direction: seq === 4 ? 'out' : 'in' }));
  it.each([
    ['the customer’s first one after the read mark', 2, 2, 3],
    ['none of the agent’s own', 0, 3, 5],
    ['none where earlier ones may not be shown', 3, 1, null],
    ['none when all were read', 0, 5, null],
  ])('takes %s', (_, from, readSeq, expected) => {
    expect(firstUnread(messages, { from, to: 9 }, readSeq)?.seq ?? null).toBe(expected);
  });
});
