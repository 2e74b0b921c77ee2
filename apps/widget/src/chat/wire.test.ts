import type { VisitorStreamEvent } from '@parley/contract/visitor';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '../fixtures/fake-clock.ts';
import { createApi, createCall, failureOf } from './api.ts';
import { createRetryPauses } from './persistence.ts';
import { createParser, createStream } from './stream.ts';
import { createTypingSender } from './typing.ts';

const event = fc.oneof(
  fc.record({ type: fc.constant('changed' as const), seq: fc.nat() }),
  fc.record({ type: fc.constant('typing' as const), on: fc.boolean() }),
);

test('parses events with any line ends, comments and chunk boundaries', () => {
  const runs = fc.property(
    fc.array(event),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.array(fc.nat(40)),
    (events, end, cuts) => {
      const heard: VisitorStreamEvent[] = [];
      const parse = createParser((one) => heard.push(one));
      let text = events
        .map((one) => `: alive${end}id: 7${end}data: ${JSON.stringify(one)}${end}${end}`)
        .join('');
      for (const cut of cuts) {
        parse(text.slice(0, cut));
        text = text.slice(cut);
      }
      // The start of a comment, so that a CR at the end is followed by a character.
      parse(`${text}:`);
      expect(heard).toEqual(events);
    },
  );
  fc.assert(runs);
});

test('ignores invalid data in the stream', () => {
  const heard: VisitorStreamEvent[] = [];
  const parse = createParser((one) => heard.push(one));
  parse('data: {"type":\n\nretry: 5\n\ndata: {"type":"changed","seq":1}\n\n');
  expect(heard).toEqual([{ type: 'changed', seq: 1 }]);
});

describe('what a refusal means', () => {
  const envelope = { code: 403, msg: 'no', data: { error: 'channel.origin-refused', requestId: 'r' } };
  test.each([
    [401, null, envelope, { why: 'stale' }],
    [429, '7', null, { why: 'busy', afterMs: 7000 }],
    [429, null, { data: { details: { seconds: 9 } } }, { why: 'busy', afterMs: 9000 }],
    [429, 'Wed, 21 Oct 2026 07:28:00 GMT', null, { why: 'busy', afterMs: 5000 }],
    [403, null, envelope, { why: 'refused', error: 'channel.origin-refused', message: 'no' }],
    // A page of an intermediary, not the server's answer.
    [403, null, null, { why: 'offline' }],
    [408, null, envelope, { why: 'offline' }],
    [503, null, envelope, { why: 'offline' }],
  ])('%i %s', (status, retryAfter, answer, expected) => {
    expect(failureOf(status, retryAfter, answer)).toEqual({ ok: false, ...expected });
  });
});

describe('requests', () => {
  test('sends the token and no cookies', async () => {
    const calls: [string, RequestInit | undefined][] = [];
    const call = createCall('https://chat.example', async (url, init) => {
      calls.push([String(url), init]);
      return Response.json({ code: 200, msg: '', data: null });
    });
    const api = createApi(call);
    expect(await api.receipt('secret', { seq: 3, state: 'read' })).toEqual({ ok: true, data: null });
    const [url, init] = calls[0] ?? [];
    expect(url).toBe('https://chat.example/api/visitor/receipt');
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: '{"seq":3,"state":"read"}',
    });
  });
  test('treats an intermediary’s page as no answer', async () => {
    const call = createCall('', async () => new Response('<html>log in to the hotel’s network</html>'));
    const api = createApi(call);
    expect(await api.events('t', 0)).toEqual({ ok: false, why: 'offline' });
  });
});

test('aborts a silent stream', async () => {
  const clock = createFakeClock();
  const silent: typeof fetch = async (_, init) => {
    const body = new ReadableStream({
      start: (controller) =>
        init?.signal?.addEventListener('abort', () => controller.error(new Error('cut'))),
    });
    return new Response(body);
  };
  let opened = 0;
  const listener = {
    event() {},
    opened() {
      opened += 1;
    },
  };
  const ended = createStream('', silent, clock)('t', listener, new AbortController().signal);
  await vi.waitFor(() => expect(opened).toBe(1));
  clock.advance(45_000);
  expect(await ended).toEqual({ ok: false, why: 'offline' });
});

describe('pauses', () => {
  test('grow, and end early when the network returns, but never before the server’s time', async () => {
    const clock = createFakeClock();
    const pauses = createRetryPauses(clock, () => 1);
    const done: string[] = [];
    const wait = (name: string, failure: Parameters<typeof pauses.after>[0], failures: number): void => {
      void pauses.after(failure, failures).then(() => done.push(name));
    };
    wait('second', { ok: false, why: 'offline' }, 1);
    wait('tenth', { ok: false, why: 'offline' }, 9);
    wait('busy', { ok: false, why: 'busy', afterMs: 60_000 }, 0);
    const passed = async (ms: number): Promise<string[]> => {
      clock.advance(ms);
      await Promise.resolve();
      await Promise.resolve();
      return [...done];
    };
    expect(await passed(1999)).toEqual([]);
    expect(await passed(1)).toEqual(['second']);
    expect(await passed(20_000)).toEqual(['second']);
    pauses.wake();
    expect(await passed(0)).toEqual(['second', 'tenth']);
    expect(await passed(37_999)).toEqual(['second', 'tenth']);
    expect(await passed(501)).toEqual(['second', 'tenth', 'busy']);
  });
});

test('reports typing at most every three seconds, and its end after five idle ones', async () => {
  const clock = createFakeClock();
  const told: boolean[] = [];
  const typed = createTypingSender(clock, (on) => {
    told.push(on);
    return null;
  });
  for (let key = 0; key < 40; key += 1) {
    typed(true);
    clock.advance(100);
  }
  expect(told).toEqual([true, true]);
  clock.advance(5000);
  expect(told).toEqual([true, true, false]);
  typed(true);
  typed(false);
  typed(false);
  expect(told).toEqual([true, true, false, true, false]);
});
