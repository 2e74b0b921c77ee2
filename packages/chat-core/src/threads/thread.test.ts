import type { Message } from '@parley/contract/conversations';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageWith } from '../fixtures/samples.ts';
import {
  emptyThread,
  hasGap,
  shownMessages,
  type Thread,
  withChange,
  withEvents,
  withHistory,
  withMessage,
} from './thread.ts';

/** The server's side: a numbered list of events over messages, as the contract has it. */
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

  history(before: number, limit: number) {
    const places = [...this.messages.values()]
      .filter((one) => one.seq < before)
      .sort((a, b) => a.seq - b.seq);
    return { messages: places.slice(-limit), lastSeq: this.seq, more: places.length > limit };
  }

  all(): Message[] {
    return [...this.messages.values()].sort((a, b) => a.seq - b.seq);
  }
}

/** Fetches events as a client does, until nothing is missing. */
function settle(thread: Thread, server: Conversation, limit: number): Thread {
  let present = thread;
  for (;;) {
    const events = server.since(present.known ?? 0, limit);
    present = withEvents(present, events);
    if (!events.more) break;
  }
  while (present.moreBefore) present = withHistory(present, server.history(present.from, limit));
  return present;
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), pick: fc.nat(50) }) },
  // A push in transit arrives: any of them, kept in transit when it is doubled.
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('deliver' as const), pick: fc.nat(50), twice: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), pick: fc.nat(50) }) },
  // Requests are answered at one time and arrive at another.
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), what: fc.constantFrom('events', 'older') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), pick: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('own' as const), pick: fc.nat(50) }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A client with the pushes that are in transit to it, and the answers that were given and have not arrived. */
function openClient(server: Conversation, limit: number) {
  let thread = withHistory(emptyThread, server.history(Number.POSITIVE_INFINITY, limit));
  const pushes: { seq: number; message: Message }[] = [];
  const answers: ((thread: Thread) => Thread)[] = [];
  const apply: { [Kind in Step['kind']]: (one: Extract<Step, { kind: Kind }>) => void } = {
    create: () => void pushes.push(server.create()),
    change: ({ pick }) => void pushes.push(server.change(pick)),
    deliver: ({ pick, twice }) => {
      const at = pick % Math.max(1, pushes.length);
      const push = pushes[at];
      if (push === undefined) return;
      if (!twice) pushes.splice(at, 1);
      thread = withChange(thread, push);
    },
    lose: ({ pick }) => void pushes.splice(pick % Math.max(1, pushes.length), 1),
    ask: ({ what }) => {
      if (what === 'events') {
        const events = server.since(thread.known ?? 0, limit);
        answers.push((later) => withEvents(later, events));
      } else if (thread.moreBefore && Number.isFinite(thread.from)) {
        const history = server.history(thread.from, limit);
        answers.push((later) => withHistory(later, history));
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
  };
  return {
    thread: () => thread,
    // The table has one entry for each kind, typed for that kind.
    take: (one: Step) => (apply[one.kind] as (one: Step) => void)(one),
  };
}

/** Expects that nothing on the screen is shown twice or is older than the thread's number. */
function expectConsistent(thread: Thread, server: Conversation): void {
  const shown = shownMessages(thread);
  const places = shown.map((message) => message.seq);
  expect(new Set(places).size).toBe(places.length);
  for (const message of shown) {
    const events = server.messages.get(message.id);
    if (events && events.changedSeq <= (thread.known ?? 0)) expect(message).toEqual(events);
  }
}

describe('a thread', () => {
  it('ends with exactly the server’s state, whatever is lost, doubled, late or reordered', () => {
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

  it('never shows a message with a hole before it', () => {
    const server = new Conversation();
    for (let n = 0; n < 10; n += 1) server.create();
    const thread = withHistory(emptyThread, server.history(Number.POSITIVE_INFINITY, 3));
    const changed = server.change(0);
    const after = withChange(thread, changed);
    expect(shownMessages(after).map((message) => message.seq)).toEqual([8, 9, 10]);
    expect(after.known).toBe(11);
  });

  it('marks what it received before it was open', () => {
    const server = new Conversation();
    server.create();
    const old = server.history(Number.POSITIVE_INFINITY, 5);
    const early = withChange(emptyThread, server.create());
    const opened = withHistory(early, old);
    expect(hasGap(opened)).toBe(true);
    expect(shownMessages(settle(opened, server, 5))).toEqual(server.all());
  });

  it('stays the very same when a push says nothing new, so that nothing is drawn again', () => {
    const server = new Conversation();
    const push = server.create();
    const thread = withHistory(emptyThread, server.history(Number.POSITIVE_INFINITY, 5));
    expect(withChange(thread, push)).toBe(thread);
    expect(withMessage(thread, push.message)).toBe(thread);
  });
});
