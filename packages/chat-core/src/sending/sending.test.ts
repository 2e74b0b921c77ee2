import { ApiError, type Client, memoryStorage } from '@parley/api-client';
import type { Endpoint } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { sampleConversationId as here, messageWith, sampleId } from '../fixtures/samples.ts';
import { HeldMessages } from './held-messages.ts';
import { Outbox, type OutboxBackup } from './outbox.ts';

type Call = { path: string; body: Record<string, unknown> };
type Answer = (call: Call) => unknown;

/** Creates a client that gives the test's answers. */
function clientOf(answer: Answer): { client: Client; calls: Call[] } {
  const calls: Call[] = [];
  const call = async (endpoint: Endpoint, request: { body?: unknown }) => {
    // Only endpoints with an object body are called here.
    const one = { path: endpoint.path, body: request.body as Record<string, unknown> };
    calls.push(one);
    return answer(one);
  };
  // The features under test use no other part of the client.
  return { client: { call } as unknown as Client, calls };
}

const failure = (code: number, error: string) => new ApiError({ code, error, message: `about ${error}` });
const fail = (problem: ApiError) => () => {
  throw problem;
};
const sensitive = new ApiError({
  code: 409,
  error: 'message.sensitive',
  message: 'no',
  details: { found: 'paypal\nt.me/x' },
});
/** Keeps texts as the journal does. */
function keepIn(kept: Map<string, string>): OutboxBackup {
  return { put: ({ id, text }) => void kept.set(id, text), remove: (id) => void kept.delete(id) };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the outbox', () => {
  const entry = (n: number) =>
    ({ id: sampleId(n), conversationId: here, text: `text ${n}`, mode: 'translate', at: n }) as const;

  function outboxOf(answer: Answer, storage = memoryStorage()) {
    const { client, calls } = clientOf(answer);
    const accepted: string[] = [];
    const kept = new Map<string, string>();
    const refused: unknown[] = [];
    const outbox = new Outbox({
      client,
      storage,
      clock: systemClock,
      keep: keepIn(kept),
      subAccountId: 'me',
      onAccepted: (message) => accepted.push(message.id),
      authorName: () => 'Ana',
      onSensitive: ({ text }, found) => refused.push([text, found]),
    });
    return { outbox, calls, accepted, storage, kept, refused };
  }
  const taken: Answer = ({ body }) => messageWith({ seq: 1, id: String(body.id), direction: 'out' });

  it('returns a text that the owner’s rules refuse, and keeps a caption', async () => {
    const { outbox, refused } = outboxOf(fail(sensitive));
    outbox.add(entry(1));
    await settled();
    expect([outbox.entries.get(), refused]).toEqual([[], [['text 1', ['paypal', 't.me/x']]]]);
    const file = { fileId: sampleId(9), name: 'a.png', contentType: 'image/png', size: 1 };
    outbox.add({ ...entry(2), file });
    await settled();
    expect(outbox.entries.get()).toMatchObject([{ refusal: 'no: paypal, t.me/x' }]);
  });

  it('hands a message over once and forgets it', async () => {
    const { outbox, calls, accepted, storage, kept } = outboxOf(taken);
    outbox.add(entry(1));
    expect(storage.length).toBe(1);
    expect([...kept.values()]).toEqual(['text 1']);
    outbox.flush();
    await settled();
    expect(calls.map((call) => call.body)).toEqual([
      { id: sampleId(1), text: 'text 1', mode: 'translate', authorName: 'Ana' },
    ]);
    expect(accepted).toEqual([sampleId(1)]);
    expect(outbox.entries.get()).toEqual([]);
    expect(storage.length).toBe(0);
    expect(kept.size).toBe(0);
  });

  it('asks the server to refuse an overtaken message, and sends it regardless on a retry', async () => {
    const answered = failure(409, 'message.answered-meanwhile');
    const { outbox, calls, storage } = outboxOf((call) => {
      if (call.body.seenSeq === 4) throw answered;
      return taken(call);
    });
    outbox.add({ ...entry(1), seenSeq: 4 });
    await settled();
    expect(outbox.entries.get()).toMatchObject([{ answered: true, refusal: answered.message }]);
    const reloaded = outboxOf(taken, storage).outbox;
    expect(reloaded.entries.get()).toEqual(outbox.entries.get());
    outbox.retry(sampleId(1), 'translate');
    await settled();
    expect(calls.map(({ body }) => body.seenSeq)).toEqual([4, undefined]);
    expect(outbox.entries.get()).toEqual([]);
  });

  it('counts this client’s messages as seen, and no others', async () => {
    const { outbox, calls } = outboxOf((call) =>
      messageWith({ seq: call.body.id === sampleId(1) ? 7 : 8, id: String(call.body.id), direction: 'out' }),
    );
    outbox.add({ ...entry(1), seenSeq: 4 });
    outbox.add({ ...entry(2), seenSeq: 4 });
    outbox.add({ ...entry(3), conversationId: sampleId(0xc1), seenSeq: 4 });
    await settled();
    const seen = Object.fromEntries(calls.map(({ body }) => [body.text, body.seenSeq]));
    expect(seen).toEqual({ 'text 1': 4, 'text 2': 7, 'text 3': 4 });
  });

  it('marks an accepted message as seen in the stored entries behind it', async () => {
    let left = 1;
    const before = outboxOf((call) => {
      if (left-- === 0) throw failure(0, 'client.network');
      return messageWith({ seq: 7, id: String(call.body.id), direction: 'out' });
    });
    for (const n of [1, 2]) before.outbox.add({ ...entry(n), seenSeq: 4 });
    await settled();
    before.outbox.close();
    const { outbox, calls } = outboxOf(taken, before.storage);
    outbox.flush();
    await settled();
    expect(calls.map(({ body }) => [body.text, body.seenSeq])).toEqual([['text 2', 7]]);
  });

  it('takes over a crashed page’s sent messages once', async () => {
    const { outbox, calls, accepted } = outboxOf(taken);
    outbox.restore([entry(2), entry(1)]);
    outbox.restore([entry(1)]);
    await settled();
    expect(new Set(accepted)).toEqual(new Set([sampleId(1), sampleId(2)]));
    expect(calls).toHaveLength(2);
  });

  it('keeps entries that a full storage refuses, whatever another tab stores', async () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const { outbox } = outboxOf(fail(failure(0, 'client.network')), full);
    outbox.add(entry(1));
    outbox.reload();
    expect(outbox.entries.get()).toMatchObject([{ text: 'text 1' }]);
  });

  it('keeps retrying under the same id, in order, while the server is down', async () => {
    let away = true;
    const { outbox, calls, accepted } = outboxOf((call) => {
      if (away) throw failure(0, 'client.network');
      return taken(call);
    });
    outbox.add(entry(1));
    outbox.add(entry(2));
    await settled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(calls.map((call) => call.body.id))).toEqual(new Set([sampleId(1)]));
    away = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(accepted).toEqual([sampleId(1), sampleId(2)]);
  });

  it('survives a reload', async () => {
    const before = outboxOf(fail(failure(503, 'server.unavailable')));
    before.outbox.add(entry(1));
    await settled();
    before.outbox.close();
    const after = outboxOf(taken, before.storage);
    after.outbox.flush();
    await settled();
    expect(after.accepted).toEqual([sampleId(1)]);
  });

  it('leaves a refused message to the agent and continues with the next', async () => {
    const { outbox, accepted } = outboxOf((call) => {
      if (call.body.id === sampleId(1) && call.body.mode === 'translate')
        throw failure(409, 'message.id-taken');
      return taken(call);
    });
    outbox.add(entry(1));
    outbox.add(entry(2));
    await settled();
    expect(accepted).toEqual([sampleId(2)]);
    expect(outbox.entries.get()).toMatchObject([{ id: sampleId(1), refusal: 'about message.id-taken' }]);
    outbox.retry(sampleId(1), 'original');
    await settled();
    expect(accepted).toEqual([sampleId(2), sampleId(1)]);
  });

  it.each([
    [401, 'auth.required'],
    [50_008, 'auth.token-illegal'],
    [50_012, 'auth.session-ended'],
    [50_014, 'auth.session-expired'],
  ] as const)('does not take the end of a session for a verdict (%i)', async (code, error) => {
    const { outbox } = outboxOf(fail(failure(code, error)));
    outbox.add(entry(1));
    await settled();
    expect(outbox.entries.get()).toMatchObject([{ refusal: null }]);
  });

  it('shows another tab’s entries, and ignores unreadable ones', () => {
    const storage = memoryStorage({ 'desk:outbox:me:x': 'nonsense', 'desk:outbox:other:y': '{}' });
    const { outbox } = outboxOf(taken, storage);
    expect(outbox.entries.get()).toEqual([]);
    storage.setItem(`desk:outbox:me:${sampleId(3)}`, JSON.stringify({ ...entry(3), refusal: null }));
    outbox.reload();
    expect(outbox.entries.get().map((one) => one.id)).toEqual([sampleId(3)]);
  });
});

describe('a held message', () => {
  const translated: Answer = ({ body }) => ({
    translation: `(${String(body.text)})`,
    source: 'en',
    target: 'es',
    characters: 3,
  });

  function heldOf(answer: Answer, holdMs = 1000) {
    const { client, calls } = clientOf(answer);
    const sent: string[] = [];
    const kept = new Map<string, string>();
    const refused: unknown[] = [];
    let ids = 0;
    const held = new HeldMessages({
      client,
      keep: keepIn(kept),
      clock: systemClock,
      makeId: () => sampleId(++ids),
      holdMs: () => holdMs,
      onSensitive: ({ text }, found) => refused.push([text, found]),
      send: ({ text, mode, id }) => sent.push(`${mode} ${text} ${id === sampleId(ids) ? 'last' : 'earlier'}`),
    });
    return {
      held,
      sent,
      calls,
      kept,
      refused,
      stages: () =>
        held
          .of(here)
          .get()
          .map((one) => one.stage),
    };
  }

  it('returns a text that the owner’s rules refuse, and continues with the next', async () => {
    const { held, sent, kept, refused } = heldOf((call) =>
      call.body.text === 'bad' ? fail(sensitive)() : translated(call),
    );
    held.hold(here, 'bad');
    held.hold(here, 'good');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(refused).toEqual([['bad', ['paypal', 't.me/x']]]);
    expect(sent).toEqual(['translate good last']);
    expect([...kept.values()]).toEqual(['good']);
  });

  it('shows its translation for a moment, then sends', async () => {
    const { held, sent, calls } = heldOf(translated);
    held.hold(here, 'hi');
    expect(held.of(here).get()).toMatchObject([{ stage: 'translating', text: 'hi' }]);
    await vi.advanceTimersByTimeAsync(999);
    expect(held.of(here).get()).toMatchObject([{ stage: 'shown', translation: '(hi)', characters: 3 }]);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['translate hi last']);
    expect(calls.map((call) => call.body)).toEqual([{ messageId: sampleId(1), text: 'hi' }]);
  });

  it('sends at once on a second Enter', async () => {
    const { held, sent } = heldOf(translated);
    held.hold(here, 'hi');
    await settled();
    held.hurry(here);
    expect(sent).toEqual(['translate hi last']);
  });

  it('takes a held message back, before and after its translation arrives', async () => {
    const { held, sent } = heldOf(translated);
    held.hold(here, 'one');
    expect(held.takeBack(here)?.text).toBe('one');
    held.hold(here, 'two');
    await settled();
    expect(held.takeBack(here)?.text).toBe('two');
    expect(held.takeBack(here)).toBeNull();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
  });

  it('sends texts in the order of their entry, even if translations arrive in another', async () => {
    const waiting = new Map<unknown, (answer: unknown) => void>();
    const { held, sent } = heldOf(({ body }) => new Promise((answer) => waiting.set(body.text, answer)));
    held.hold(here, 'one');
    held.hold(here, 'two');
    const answer = { translation: 'x', source: 'en', target: 'es', characters: 0 };
    waiting.get('two')?.(answer);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
    waiting.get('one')?.(answer);
    await settled();
    expect(sent).toEqual(['translate one earlier']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['translate one earlier', 'translate two last']);
  });

  it('waits for the agent after a failure: a held message is never sent untranslated automatically', async () => {
    let works = false;
    const { held, sent, stages } = heldOf((call) => {
      if (!works) throw failure(502, 'translation.failed');
      return translated(call);
    });
    held.hold(here, 'hi');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    expect(stages()).toEqual(['failed']);
    works = true;
    held.retry(here, sampleId(1));
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['translate hi last']);
  });

  it('sends a failed message as written when the agent chooses so', async () => {
    const { held, sent } = heldOf(fail(failure(402, 'characters.short')));
    held.hold(here, 'hi');
    await settled();
    held.sendOriginal(here, sampleId(1));
    expect(sent).toEqual(['original hi last']);
  });

  it('leaves a held message to the outbox while there is no connection, still to be translated', async () => {
    const { held, sent } = heldOf(fail(failure(0, 'client.network')));
    held.hold(here, 'hi');
    await settled();
    expect(sent).toEqual(['translate hi last']);
  });

  it('sends a message that needs no translation immediately', async () => {
    const { held, sent } = heldOf(() => ({ translation: null, source: 'es', target: null, characters: 0 }));
    held.hold(here, 'hola');
    await settled();
    expect(sent).toEqual(['translate hola last']);
  });

  it('does not overtake an earlier message when the connection is lost', async () => {
    const { held, sent } = heldOf(({ body }) => {
      throw body.text === 'one' ? failure(502, 'translation.failed') : failure(0, 'client.network');
    });
    held.hold(here, 'one');
    held.hold(here, 'two');
    await settled();
    expect(sent).toEqual([]);
    held.sendOriginal(here, sampleId(1));
    expect(sent).toEqual(['original one earlier', 'translate two last']);
  });

  it('takes back the failed message itself, not the one behind it', async () => {
    const { held, sent } = heldOf((call) => {
      if (call.body.text === 'one') throw failure(502, 'translation.failed');
      return translated(call);
    });
    held.hold(here, 'one');
    held.hold(here, 'two');
    await settled();
    expect(held.takeBack(here, sampleId(1))?.text).toBe('one');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(['translate two last']);
  });

  it('remembers a held message until it is sent or taken back, and leaves it alone once the page is left', async () => {
    const { held, sent, kept } = heldOf(translated);
    held.hold(here, 'one');
    held.takeBack(here);
    expect(kept.size).toBe(0);
    held.hold(here, 'two');
    held.hold(here, 'three');
    await settled();
    held.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['translate two earlier']);
    expect([...kept.values()]).toContain('three');
  });
});
