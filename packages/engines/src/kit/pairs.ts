/**
 * Caches a service's language pairs, which rarely change: requested once, cached for a while, requested again after a failure.
 */
import { type EngineClock, EngineError } from '../spec.ts';
import { untilAborted } from './abort.ts';

/** Time for which a service's list of languages is cached, in ms. */
const listAgeMs = 5 * 60_000;

/** A pair in the service's own codes. */
export type Pair = { source: string; target: string };

export type Pairs = {
  /** Implements the port's method of the same name. */
  supports(source: string, target: string): Promise<boolean>;
  /** Returns the service's codes for the request's languages. Throws `EngineError('unsupported')` if it has none. */
  find(request: Pair & { signal: AbortSignal }): Promise<Pair>;
};

type PairOf = (source: string, target: string) => Pair | undefined;

/**
 * Concurrent callers share one request, and a failed one isn't cached. The request has the signal of the engine's end, so that
 * a caller who gives up doesn't cancel it for the others.
 *
 * @param ask returns the service's list
 * @param pick finds the closest pair in it for two BCP 47 tags
 */
export function createPairs<List>(
  clock: EngineClock,
  ended: AbortSignal,
  ask: (signal: AbortSignal) => Promise<List>,
  pick: (source: string, target: string, list: List) => Pair | undefined,
): Pairs {
  let current: { answer: Promise<PairOf>; askedAt: number } | undefined;
  const pairs = (signal: AbortSignal): Promise<PairOf> => {
    const now = clock.now();
    if (current === undefined || now - current.askedAt >= listAgeMs) {
      const question = { answer: ask(ended).then((list) => pairsOf(list, pick)), askedAt: now };
      question.answer.catch(() => {
        if (current === question) current = undefined;
      });
      current = question;
    }
    return untilAborted(signal, current.answer);
  };
  return {
    async supports(source, target) {
      return (await pairs(ended))(source, target) !== undefined;
    },
    async find({ source, target, signal }) {
      const pair = (await pairs(signal))(source, target);
      if (pair !== undefined) return pair;
      throw new EngineError('unsupported', `The service has no pair for ${source} to ${target}.`);
    },
  };
}

/** Caches the picked pairs, because every message needs its own several times. */
function pairsOf<List>(
  list: List,
  pick: (source: string, target: string, list: List) => Pair | undefined,
): PairOf {
  const picked = new Map<string, Pair | undefined>();
  return (source, target) => {
    const key = `${source} ${target}`;
    if (!picked.has(key)) picked.set(key, pick(source, target, list));
    return picked.get(key);
  };
}
