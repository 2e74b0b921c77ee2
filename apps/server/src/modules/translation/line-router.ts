/**
 * Routes a translation along a line, an ordered list of engines. The first translation in time wins; if an engine hangs, fails,
 * answers nonsense or too late, has no capacity, has an open circuit breaker or doesn't support the pair, the next one is called.
 * An answer after the time limit is never used.
 */
import { followAbort } from '@parley/contract/follow-abort';
import { EngineError, type OpenEngine, type TranslateRequest } from '@parley/engines';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Bulkhead } from './bulkhead.ts';
import type { BreakerVerdict, CircuitBreaker } from './circuit-breaker.ts';
import type { TranslationMetrics } from './metrics.ts';

/** A running engine, shared by lines: its health and capacity are tracked across all callers. */
export type RunningEngine = {
  id: string;
  name: string;
  engine: OpenEngine;
  /** True if the engine uses the conversation's last turns. */
  readsContext: boolean;
  limitMs: number;
  breaker: CircuitBreaker;
  bulkhead: Bulkhead;
};

export type TranslationLine = { id: string; engines: readonly RunningEngine[]; limitMs: number };

export type LineRequest = Omit<TranslateRequest, 'onProgress'>;

export type LineAnswer =
  | { ok: true; text: string; engine: string }
  | { ok: false; problem: 'engines-failed' | 'language-unsupported'; detail: string };

export type RouterDeps = { clock: Clock; log: Log; metrics: TranslationMetrics };

/** The result of trying one engine. resting and busy: it wasn't called. given-up: the caller has left. */
type Outcome =
  | { result: 'done'; text: string }
  | { result: 'timeout' | 'unavailable' | 'refused' | 'unsupported' | 'nonsense'; why: string }
  | { result: 'resting' | 'busy' | 'given-up'; why: string };

/** The effect of a result on the engine's health; results not listed have none. */
const verdicts: Readonly<Partial<Record<Outcome['result'], BreakerVerdict>>> = {
  done: 'healthy',
  timeout: 'failed',
  unavailable: 'failed',
  nonsense: 'failed',
  refused: 'refused',
};

/** The share of an engine's time limit that may be spent waiting for a slot. */
const waitShare = 0.25;

/** A shared abort reason: without one, every message would create an exception with a stack trace. */
const inTime = new Error('the engine has answered');

/** Calls the line's engines in order. Never rejects: if the line can't translate, it returns the reason. */
export async function translateOnLine(
  deps: RouterDeps,
  line: TranslationLine,
  request: LineRequest,
): Promise<LineAnswer> {
  const endsAt = deps.clock.now() + line.limitMs;
  const outcomes: { engine: string; outcome: Outcome }[] = [];
  for (const running of line.engines) {
    const leftMs = endsAt - deps.clock.now();
    if (request.signal.aborted || leftMs <= 0) break;
    const outcome = await tryEngine(deps, running, request, Math.min(running.limitMs, leftMs));
    deps.metrics.translations.inc({ engine: running.id, result: outcome.result });
    if (outcome.result === 'done') return { ok: true, text: outcome.text, engine: running.id };
    report(deps.log, line, running, outcome);
    outcomes.push({ engine: running.id, outcome });
  }
  return failureOf(line, request, outcomes);
}

function report(
  log: Log,
  line: TranslationLine,
  running: RunningEngine,
  outcome: Outcome & { why: string },
): void {
  const fields = { line: line.id, engine: running.id, result: outcome.result, why: outcome.why };
  if (outcome.result === 'refused') {
    log.error(fields, 'a translation engine refuses us: check its key and its quota');
  } else if (verdicts[outcome.result] === 'failed') {
    log.warn(fields, 'a translation engine failed');
  } else {
    log.debug(fields, 'a translation engine was passed over');
  }
}

function failureOf(
  line: TranslationLine,
  { source, target, signal }: LineRequest,
  outcomes: readonly { engine: string; outcome: Outcome }[],
): LineAnswer {
  const reasons = outcomes.map(({ engine, outcome }) =>
    'why' in outcome ? `${engine}: ${outcome.result} (${outcome.why})` : engine,
  );
  if (signal.aborted) reasons.push('the caller gave up');
  else if (outcomes.length < line.engines.length) reasons.push(`the line's ${line.limitMs} ms are over`);
  const unsupported = !signal.aborted && outcomes.every(({ outcome }) => outcome.result === 'unsupported');
  return unsupported
    ? { ok: false, problem: 'language-unsupported', detail: unsupportedDetail(line, source, target) }
    : { ok: false, problem: 'engines-failed', detail: reasons.join('; ') };
}

export function unsupportedDetail(line: TranslationLine, source: string, target: string): string {
  if (line.engines.length === 0) return 'no translation engine is set up on this installation';
  return `no engine of the line ${line.id} translates ${source} to ${target}`;
}

async function tryEngine(
  deps: RouterDeps,
  running: RunningEngine,
  request: LineRequest,
  limitMs: number,
): Promise<Outcome> {
  if (running.breaker.isOpen()) return { result: 'resting', why: 'it failed lately' };
  const startedAt = deps.clock.now();
  const slot = await running.bulkhead.acquire(limitMs * waitShare, request.signal);
  if (slot === null) {
    return request.signal.aborted
      ? { result: 'given-up', why: 'while waiting for a place' }
      : { result: 'busy', why: 'all its places are taken' };
  }
  // Checked after the wait, during which the breaker may have opened.
  const admission = running.breaker.admit();
  if (admission === null) {
    slot.release();
    return { result: 'resting', why: 'it failed lately' };
  }
  const askedAt = deps.clock.now();
  const outcome = await askWithin(deps, running, request, limitMs - (askedAt - startedAt));
  slot.release();
  admission.report(verdicts[outcome.result] ?? 'neutral');
  deps.metrics.engineSeconds.observe({ engine: running.id }, (deps.clock.now() - askedAt) / 1000);
  return outcome;
}

/** Calls the engine with a time limit. Aborting its signal closes its sockets; a late answer is dropped. */
async function askWithin(
  { clock, log }: RouterDeps,
  running: RunningEngine,
  request: LineRequest,
  limitMs: number,
): Promise<Outcome> {
  const limit = new AbortController();
  const answered = new AbortController();
  const unfollow = [limit, answered].map((controller) => followAbort(controller, request.signal));
  const { signal } = limit;
  const timeUp = clock.sleep(limitMs, answered.signal).then(
    (): Outcome => {
      limit.abort(new Error(`no answer within ${Math.round(limitMs)} ms`));
      return { result: 'timeout', why: `no answer within ${Math.round(limitMs)} ms` };
    },
    (): Outcome => ({ result: 'given-up', why: 'the caller left' }),
  );
  const answer = ask(running.engine, { ...request, signal }).catch((error: unknown) => {
    if (!(error instanceof EngineError)) log.error({ err: error, engine: running.id }, 'an engine broke');
    return request.signal.aborted ? ({ result: 'given-up', why: 'the caller left' } as const) : failed(error);
  });
  try {
    return await Promise.race([answer, timeUp]);
  } finally {
    for (const one of unfollow) one();
    answered.abort(inTime);
  }
}

async function ask(engine: OpenEngine, request: TranslateRequest): Promise<Outcome> {
  if (!(await engine.supports(request.source, request.target))) {
    return { result: 'unsupported', why: `${request.source} to ${request.target}` };
  }
  const { text } = await engine.translate(request);
  return text.trim() === '' ? { result: 'nonsense', why: 'an empty answer' } : { result: 'done', text };
}

function failed(error: unknown): Outcome {
  if (error instanceof EngineError) return { result: error.failure, why: error.message };
  return { result: 'unavailable', why: 'a fault in the engine, see the log' };
}
