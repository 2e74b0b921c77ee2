/**
 * Takes a failing engine out of service, so that not every message waits for its time limit. After several consecutive failures
 * the breaker opens; after a pause a single message probes the engine, and the result decides: closed again, or a longer pause.
 */

/** The result of an attempt. neutral: no evidence about the engine's health. refused: the operator must act. */
export type BreakerVerdict = 'healthy' | 'failed' | 'refused' | 'neutral';

/** Permission for one attempt; report exactly one verdict. */
export type BreakerAdmission = { report(verdict: BreakerVerdict): void };

export type BreakerOptions = {
  now(): number;
  /** A number in [0, 1): spreads the pauses, so that several processes don't probe in step. */
  random(): number;
  /** Consecutive failures that open the breaker. */
  failures: number;
  pauseMs: number;
  /** The pause after a refusal, such as a wrong key, which no message can fix. */
  refusedPauseMs: number;
  longestPauseMs: number;
};

export type CircuitBreaker = {
  /** Returns null while the breaker is open, or while another message is probing. */
  admit(): BreakerAdmission | null;
  isResting(): boolean;
};

export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  let failuresInRow = 0;
  /** The number of times it has opened since the last success; the exponent of the backoff. */
  let rests = 0;
  let restsUntil: number | null = null;
  let probing = false;
  /** Incremented with each change of state: verdicts of attempts admitted before are ignored. */
  let era = 0;

  const rest = (firstPauseMs: number) => {
    const spread = 0.8 + 0.4 * options.random();
    const pause = Math.min(firstPauseMs * 2 ** rests, options.longestPauseMs) * spread;
    restsUntil = options.now() + pause;
    rests += 1;
    failuresInRow = 0;
    era += 1;
  };
  const recover = () => {
    failuresInRow = 0;
    if (restsUntil === null) return;
    rests = 0;
    restsUntil = null;
    era += 1;
  };
  const isResting = () => restsUntil !== null && (probing || options.now() < restsUntil);

  function count(verdict: BreakerVerdict): void {
    if (verdict === 'healthy') recover();
    else if (verdict === 'refused') rest(options.refusedPauseMs);
    else if (verdict === 'failed') {
      failuresInRow += 1;
      if (restsUntil !== null || failuresInRow >= options.failures) rest(options.pauseMs);
    }
  }

  return {
    isResting,
    admit() {
      if (isResting()) return null;
      const probe = restsUntil !== null;
      if (probe) probing = true;
      const admittedIn = era;
      return {
        report(verdict) {
          if (probe) probing = false;
          if (admittedIn === era) count(verdict);
        },
      };
    },
  };
}
