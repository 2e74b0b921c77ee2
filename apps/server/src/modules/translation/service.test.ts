import { describe, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { createMetrics } from '../../base/metrics.ts';
import { createBulkhead } from './bulkhead.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createFakeClock, createFakeEngine } from './fakes.ts';
import { translationMetrics } from './metrics.ts';
import { createPlanner, type PlanRequest } from './service.ts';
import type { TranslationMemory } from './translation-memory.ts';

const workspaceId = trustWorkspaceId(newId());

const setUp = (known: Record<string, string> = {}) => {
  const clock = createFakeClock();
  const metrics = translationMetrics(createMetrics());
  const engine = createFakeEngine();
  const breaker = createCircuitBreaker({
    now: clock.now,
    random: () => 0.5,
    failures: 1,
    pauseMs: 5_000,
    refusedPauseMs: 5_000,
    longestPauseMs: 5_000,
  });
  const running = {
    id: 'fake',
    name: 'Fake',
    engine,
    readsContext: false,
    limitMs: 1_000,
    breaker,
    bulkhead: createBulkhead(4, clock),
  };
  const line = { id: 'ai', engines: [running], limitMs: 2_500 };
  const engines = { lines: new Map([['ai', line]]), lineOrDefault: () => line, close: async () => {} };
  const looks: string[] = [];
  const memory: Pick<TranslationMemory, 'find'> = {
    async find(_, key) {
      looks.push(key.toString('hex'));
      const text = known[key.toString('hex')];
      return text === undefined ? null : { text, engine: 'fake' };
    },
  };
  const planner = createPlanner({ clock, metrics, log: createLog('silent') }, engines, memory);
  const plan = (overrides: Partial<PlanRequest> = {}) =>
    planner(workspaceId, {
      text: 'hola amigo',
      source: 'es',
      target: 'en',
      lineId: 'ai',
      ...overrides,
    });
  return { plan, engine, running, clock, looks, breaker };
};

describe('a plan', () => {
  it('plans nothing for the same language or a text without words, and asks no engine', async () => {
    const { plan, looks } = setUp();
    expect(await plan({ target: 'es' })).toEqual({ kind: 'none', reason: 'same-language' });
    expect(await plan({ source: 'pt', target: 'pt-BR' })).toEqual({ kind: 'none', reason: 'same-language' });
    expect(await plan({ text: '👍 https://a.example 12:30' })).toEqual({
      kind: 'none',
      reason: 'nothing-to-translate',
    });
    expect(looks).toHaveLength(0);
  });

  it('translates between the two Chinese scripts', async () => {
    const { plan } = setUp();
    expect(await plan({ text: '你好', source: 'zh-TW', target: 'zh-CN' })).toMatchObject({ kind: 'engine' });
  });

  it('plans to reuse what the workspace had translated before', async () => {
    const { plan, looks } = setUp();
    await plan();
    const { plan: planAgain } = setUp({ [looks[0] ?? '']: 'hello friend' });
    expect(await planAgain()).toEqual({ kind: 'cached', text: 'hello friend', engine: 'fake' });
    expect(await planAgain({ text: 'hola amiga' })).toMatchObject({ kind: 'engine' });
    expect(await planAgain({ target: 'fr' })).toMatchObject({ kind: 'engine' });
  });

  it('refuses when no engine of the line supports the pair', async () => {
    const { plan, engine } = setUp();
    engine.supported = false;
    expect(await plan()).toEqual({
      kind: 'unsupported',
      detail: 'no engine of the line ai translates es to en',
    });
  });

  it('prices code points outside of protected spans', async () => {
    const { plan } = setUp();
    expect(await plan({ text: 'ver https://a.example 𝒜 👍🏽' })).toMatchObject({
      kind: 'engine',
      characters: 7,
    });
  });

  it('reports whether any engine of the line reads earlier turns', async () => {
    const { plan, running } = setUp();
    expect(await plan()).toMatchObject({ kind: 'engine', readsContext: false });
    running.readsContext = true;
    expect(await plan()).toMatchObject({ kind: 'engine', readsContext: true });
  });

  it('calls the engine only when the plan is run, with protected spans marked', async () => {
    const { plan, engine } = setUp();
    const planned = await plan({ text: 'ver https://a.example' });
    expect(engine.requests).toHaveLength(0);
    if (planned.kind !== 'engine') throw new Error(planned.kind);
    const answer = await planned.run({ context: [], signal: new AbortController().signal });
    expect(answer).toEqual({ ok: true, text: 'translated', engine: 'fake' });
    expect(engine.requests[0]?.parts).toEqual([{ text: 'ver ' }, { keep: 'https://a.example' }]);
  });

  it('assumes support from an engine that is slow or unable to name its pairs', async () => {
    const { plan, engine, clock } = setUp();
    engine.supports = () => Promise.reject(new Error('connection refused'));
    expect(await plan()).toMatchObject({ kind: 'engine' });
    engine.supports = () => new Promise(() => {});
    const slow = plan();
    await clock.advance(250);
    expect(await slow).toMatchObject({ kind: 'engine' });
  });

  it('doesn’t query an engine out of service for its pairs', async () => {
    const { plan, engine, breaker } = setUp();
    breaker.admit()?.report('failed');
    engine.supports = () => Promise.reject(new Error('asked all the same'));
    engine.supported = false;
    expect(await plan()).toMatchObject({ kind: 'engine' });
  });
});
