import { describe, expect, it, test, vi } from 'vitest';
import { createLog } from '../../base/log.ts';
import { createMetrics } from '../../base/metrics.ts';
import { createBulkhead } from './bulkhead.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createFakeClock, createFakeEngine, type FakeEngine } from './fakes.ts';
import { type LineRequest, translateOnLine } from './line-router.ts';
import { type TranslationMetrics, translationMetrics } from './metrics.ts';

const limitMs = 1_000;

const setUp = (options: { places?: number; lineLimitMs?: number; engines?: number } = {}) => {
  const clock = createFakeClock();
  const metrics = translationMetrics(createMetrics());
  const log = createLog('silent');
  const spies = (['error', 'warn', 'debug'] as const).map((level) => ({ level, spy: vi.spyOn(log, level) }));
  /** Returns the log lines: level, fields and message of each. */
  const logged = () => spies.flatMap(({ level, spy }) => spy.mock.calls.map((call) => [level, ...call]));
  const fakes = Array.from({ length: options.engines ?? 2 }, () => createFakeEngine());
  const running = fakes.map((engine, index) => ({
    id: `engine-${index + 1}`,
    name: `Engine ${index + 1}`,
    engine,
    readsContext: false,
    limitMs,
    breaker: createCircuitBreaker({
      now: clock.now,
      random: () => 0.5,
      failures: 3,
      pauseMs: 5_000,
      refusedPauseMs: 300_000,
      longestPauseMs: 600_000,
    }),
    bulkhead: createBulkhead(options.places ?? 8, clock),
  }));
  const line = { id: 'ai', engines: running, limitMs: options.lineLimitMs ?? 2_500 };
  const ask = (overrides: Partial<LineRequest> = {}) =>
    translateOnLine({ clock, log, metrics }, line, {
      parts: [{ text: 'hola' }],
      source: 'es',
      target: 'en',
      context: [],
      signal: new AbortController().signal,
      ...overrides,
    });
  const [first = createFakeEngine(), second = createFakeEngine()] = fakes;
  second.answer = { with: 'from the second' };
  return { clock, metrics, logged, ask, first, second, running, line };
};

const counted = async (metrics: TranslationMetrics, engine: string, result: string) => {
  const { values } = await metrics.translations.get();
  return values.find(({ labels }) => labels.engine === engine && labels.result === result)?.value ?? 0;
};

describe('a line', () => {
  it('answers with its first engine', async () => {
    const { ask, second, metrics } = setUp();
    expect(await ask()).toEqual({ ok: true, text: 'translated', engine: 'engine-1' });
    expect(second.requests).toHaveLength(0);
    expect(await counted(metrics, 'engine-1', 'done')).toBe(1);
    expect((await metrics.engineSeconds.get()).values.length).toBeGreaterThan(0);
  });

  test.each(['timeout', 'unavailable', 'refused', 'unsupported', 'nonsense'] as const)(
    'moves on when an engine fails with %s',
    async (failure) => {
      const { ask, first, metrics } = setUp();
      first.answer = { failure };
      expect(await ask()).toEqual({ ok: true, text: 'from the second', engine: 'engine-2' });
      expect(await counted(metrics, 'engine-1', failure)).toBe(1);
    },
  );

  it('moves on from an empty answer, and from an engine that breaks its contract', async () => {
    const { ask, first, metrics, logged } = setUp();
    first.answer = { with: ' \n' };
    expect(await ask()).toMatchObject({ engine: 'engine-2' });
    expect(await counted(metrics, 'engine-1', 'nonsense')).toBe(1);
    const broken = new TypeError('undefined is not a function');
    first.answer = { broken };
    expect(await ask()).toMatchObject({ engine: 'engine-2' });
    expect(await counted(metrics, 'engine-1', 'unavailable')).toBe(1);
    expect(logged()).toContainEqual(['error', { err: broken, engine: 'engine-1' }, 'an engine broke']);
  });

  it('moves on at the time limit, aborts the hanging engine, and never uses its late answer', async () => {
    const { ask, first, clock, metrics } = setUp();
    first.answer = { hang: true };
    const answer = ask();
    await clock.advance(limitMs - 1);
    expect(first.inside).toBe(1);
    await clock.advance(1);
    first.release('too late');
    expect(await answer).toMatchObject({ ok: true, engine: 'engine-2' });
    expect(first.requests[0]?.signal.aborted).toBe(true);
    expect(first.inside).toBe(0);
    expect(await counted(metrics, 'engine-1', 'timeout')).toBe(1);
    expect(first.requests[0]?.signal.reason).toEqual(new Error('no answer within 1000 ms'));
    const seconds = (await metrics.engineSeconds.get()).values.find(
      ({ metricName, labels }) => metricName?.endsWith('_sum') && labels.engine === 'engine-1',
    );
    expect(seconds?.value).toBe(1);
  });

  it('skips an engine with an open breaker without waiting for a slot', async () => {
    const { ask, first, clock, running } = setUp({ places: 1 });
    first.answer = { hang: true };
    const held = ask();
    await clock.advance(0);
    running[0]?.breaker.admit()?.report('refused');
    expect(await ask()).toMatchObject({ ok: true, engine: 'engine-2' });
    first.release('slowly');
    expect(await held).toMatchObject({ engine: 'engine-1' });
  });

  it('skips an engine whose breaker opened while the message waited, and releases its slot', async () => {
    const { ask, first, clock, running, metrics } = setUp({ places: 1 });
    first.answer = { hang: true };
    const held = ask();
    await clock.advance(0);
    const waiting = ask();
    await clock.advance(0);
    running[0]?.breaker.admit()?.report('refused');
    first.release('slowly');
    await held;
    expect(await waiting).toMatchObject({ ok: true, engine: 'engine-2' });
    expect(await counted(metrics, 'engine-1', 'resting')).toBe(1);
    first.answer = { with: 'well again' };
    await clock.advance(400_000);
    expect(await ask()).toMatchObject({ ok: true, text: 'well again' });
  });

  it('counts the wait for a slot towards the engine’s time limit', async () => {
    const { ask, first, second, clock } = setUp({ places: 1 });
    first.answer = { hang: true };
    const held = ask();
    await clock.advance(0);
    const waiting = ask();
    await clock.advance(200);
    first.release('slowly');
    await held;
    await clock.advance(799);
    expect(second.requests).toHaveLength(0);
    await clock.advance(1);
    expect(await waiting).toMatchObject({ engine: 'engine-2' });
  });

  it('enforces the limit even on an engine that ignores the abort', async () => {
    const { ask, first, clock } = setUp();
    first.translate = () => new Promise(() => {});
    const answer = ask();
    await clock.advance(limitMs);
    expect(await answer).toMatchObject({ ok: true, engine: 'engine-2' });
  });

  it('enforces the limit when an engine cannot even tell whether it supports the pair', async () => {
    const { ask, first, clock } = setUp();
    first.supports = () => new Promise(() => {});
    const answer = ask();
    await clock.advance(limitMs);
    expect(await answer).toMatchObject({ ok: true, engine: 'engine-2' });
  });

  it('leaves no timer behind', async () => {
    const { ask, clock } = setUp();
    await ask();
    expect(clock.sleepers()).toBe(0);
  });
});

const failures = {
  timeout: 'a translation engine failed',
  unavailable: 'a translation engine failed',
  nonsense: 'a translation engine failed',
  refused: 'a translation engine refuses us: check its key and its quota',
  unsupported: 'a translation engine was passed over',
} as const;
const levels = {
  timeout: 'warn',
  unavailable: 'warn',
  nonsense: 'warn',
  refused: 'error',
  unsupported: 'debug',
};

test.each(['timeout', 'unavailable', 'nonsense', 'refused', 'unsupported'] as const)(
  'an engine that fails with %s is logged with the line, the result and the reason',
  async (failure) => {
    const { ask, first, logged } = setUp();
    first.answer = { failure };
    await ask();
    const fields = { line: 'ai', engine: 'engine-1', result: failure, why: 'as the test wished' };
    expect(logged()).toEqual([[levels[failure], fields, failures[failure]]]);
  },
);

describe('a line that cannot answer', () => {
  it('names the reason of each kind of failure', async () => {
    const { ask, first, second } = setUp();
    first.answer = { with: '' };
    second.answer = { broken: new Error('boom') };
    expect(await ask()).toMatchObject({
      detail:
        'engine-1: nonsense (an empty answer); engine-2: unavailable (a fault in the engine, see the log)',
    });
  });

  it('names the engines that are out of service and those at capacity', async () => {
    const { ask, first, second, running, clock } = setUp({ places: 1 });
    second.answer = { hang: true };
    running[0]?.breaker.admit()?.report('refused');
    const held = ask();
    await clock.advance(0);
    const answer = ask();
    await clock.advance(250);
    expect(await answer).toMatchObject({
      detail: 'engine-1: resting (it failed lately); engine-2: busy (all its places are taken)',
    });
    second.release('slowly');
    await held;
    expect(first.requests).toHaveLength(0);
  });

  it('reports the outcome of each engine', async () => {
    const { ask, first, second } = setUp();
    first.answer = { failure: 'unavailable' };
    second.supported = false;
    const answer = await ask();
    expect(answer).toEqual({
      ok: false,
      problem: 'engines-failed',
      detail: 'engine-1: unavailable (as the test wished); engine-2: unsupported (es to en)',
    });
  });

  it('reports the languages as unsupported when every engine does', async () => {
    const { ask, first, second } = setUp();
    first.supported = false;
    second.answer = { failure: 'unsupported' };
    expect(await ask()).toMatchObject({ ok: false, problem: 'language-unsupported' });
  });

  it('reports that there is no engine at all', async () => {
    const { ask } = setUp({ engines: 0 });
    expect(await ask()).toEqual({
      ok: false,
      problem: 'language-unsupported',
      detail: 'no translation engine is set up on this installation',
    });
  });

  it('stops at the line’s own time limit', async () => {
    const { ask, first, second, clock } = setUp({ lineLimitMs: 1_400 });
    first.answer = { hang: true };
    second.answer = { hang: true };
    const answer = ask();
    await clock.advance(1_000);
    await clock.advance(400);
    expect(await answer).toEqual({
      ok: false,
      problem: 'engines-failed',
      detail: 'engine-1: timeout (no answer within 1000 ms); engine-2: timeout (no answer within 400 ms)',
    });
  });

  it('calls no engine once the line’s time limit has passed', async () => {
    const { ask, first, second, clock } = setUp({ lineLimitMs: limitMs });
    first.answer = { hang: true };
    const answer = ask();
    await clock.advance(limitMs);
    expect(await answer).toMatchObject({
      detail: "engine-1: timeout (no answer within 1000 ms); the line's 1000 ms are over",
    });
    expect(second.requests).toHaveLength(0);
  });

  it('calls no engine for a caller that has left before', async () => {
    const { ask, first } = setUp();
    expect(await ask({ signal: AbortSignal.abort() })).toEqual({
      ok: false,
      problem: 'engines-failed',
      detail: 'the caller gave up',
    });
    expect(first.requests).toHaveLength(0);
  });

  it('reports that its caller left while waiting for a slot', async () => {
    const { ask, first, clock, metrics } = setUp({ places: 1 });
    first.answer = { hang: true };
    const held = ask();
    await clock.advance(0);
    const caller = new AbortController();
    const waiting = ask({ signal: caller.signal });
    await clock.advance(0);
    caller.abort();
    expect(await waiting).toMatchObject({
      detail: 'engine-1: given-up (while waiting for a place); the caller gave up',
    });
    expect(await counted(metrics, 'engine-1', 'given-up')).toBe(1);
    first.release('slowly');
    await held;
  });

  it('stops when the caller gives up, without counting that as a failure', async () => {
    const { ask, first, second, running } = setUp();
    first.answer = { hang: true };
    for (let round = 0; round < 5; round += 1) {
      const caller = new AbortController();
      const answer = ask({ signal: caller.signal });
      await expect.poll(() => first.inside).toBe(1);
      caller.abort();
      expect(await answer).toMatchObject({
        problem: 'engines-failed',
        detail: 'engine-1: given-up (the caller left); the caller gave up',
      });
    }
    expect(second.requests).toHaveLength(0);
    expect(running[0]?.breaker.isOpen()).toBe(false);
  });
});

describe('an engine’s rest', () => {
  const failTimes = async (fake: FakeEngine, ask: () => Promise<unknown>, times: number) => {
    fake.answer = { failure: 'unavailable' };
    for (let round = 0; round < times; round += 1) await ask();
  };

  it('begins after three failures, and stops calls to the engine', async () => {
    const { ask, first, metrics, clock } = setUp();
    await failTimes(first, ask, 5);
    expect(first.requests).toHaveLength(3);
    expect(await counted(metrics, 'engine-1', 'resting')).toBe(2);
    first.answer = { with: 'well again' };
    await clock.advance(5_000);
    expect(await ask()).toEqual({ ok: true, text: 'well again', engine: 'engine-1' });
  });

  it.each(['timeout', 'nonsense'] as const)('begins after three failures with %s', async (failure) => {
    const { ask, first } = setUp();
    first.answer = { failure };
    for (let round = 0; round < 5; round += 1) await ask();
    expect(first.requests).toHaveLength(3);
  });

  it('does not begin while answers come between the failures', async () => {
    const { ask, first } = setUp();
    await failTimes(first, ask, 2);
    first.answer = { with: 'well' };
    await ask();
    await failTimes(first, ask, 2);
    expect(first.requests).toHaveLength(5);
    await ask();
    expect(first.requests).toHaveLength(6);
  });

  it('never begins because of an unsupported pair', async () => {
    const { ask, first } = setUp();
    await failTimes(first, ask, 2);
    first.answer = { failure: 'unsupported' };
    for (let round = 0; round < 10; round += 1) await ask();
    expect(first.requests).toHaveLength(12);
  });

  it('lasts longer after a refusal', async () => {
    const { ask, first, clock, metrics } = setUp();
    first.answer = { failure: 'refused' };
    await ask();
    await clock.advance(299_000);
    await ask();
    expect(first.requests).toHaveLength(1);
    expect(await counted(metrics, 'engine-1', 'refused')).toBe(1);
  });
});

describe('a slow engine', () => {
  it('accepts no more messages than it has slots; others skip it without affecting its health', async () => {
    const { ask, first, second, clock, running, metrics } = setUp({ places: 2 });
    first.answer = { hang: true };
    const answers = [ask(), ask(), ask(), ask(), ask()];
    await clock.advance(250); // a message waits a quarter of the limit for a slot
    expect(first.inside).toBe(2);
    expect(second.requests).toHaveLength(3);
    first.release('slowly');
    const results = await Promise.all(answers);
    expect(results.filter((answer) => answer.ok && answer.engine === 'engine-1')).toHaveLength(2);
    expect(results.every((answer) => answer.ok)).toBe(true);
    expect(await counted(metrics, 'engine-1', 'busy')).toBe(3);
    expect(running[0]?.breaker.isOpen()).toBe(false);
  });
});

it('passes the line’s request to the engine', async () => {
  const { ask, first } = setUp();
  const parts = [{ text: 'see ' }, { keep: 'https://a.example' }];
  await ask({ parts, context: [{ from: 'customer', text: 'hola' }] });
  expect(first.requests[0]).toMatchObject({ parts, source: 'es', target: 'en', context: [{ text: 'hola' }] });
  expect(first.requests[0]?.signal).toBeInstanceOf(AbortSignal);
});
