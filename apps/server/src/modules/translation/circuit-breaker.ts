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
  isOpen(): boolean;
};

export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  let failuresInRow = 0;
  /** The number of times it has opened since the last success; the exponent of the backoff. */
  let openings = 0;
  let openUntil: number | null = null;
  let probing = false;
  /** Incremented with each change of state: verdicts of attempts admitted before are ignored. */
  let era = 0;

  const open = (firstPauseMs: number) => {
    const spread = 0.8 + 0.4 * options.random();
    const pause = Math.min(firstPauseMs * 2 ** openings, options.longestPauseMs) * spread;
    openUntil = options.now() + pause;
    openings += 1;
    failuresInRow = 0;
    era += 1;
  };
  const recover = () => {
    failuresInRow = 0;
    if (openUntil === null) return;
    openings = 0;
    openUntil = null;
    era += 1;
  };
  const isOpen = () => openUntil !== null && (probing || options.now() < openUntil);

  function count(verdict: BreakerVerdict): void {
    if (verdict === 'healthy') recover();
    else if (verdict === 'refused') open(options.refusedPauseMs);
    else if (verdict === 'failed') {
      failuresInRow += 1;
      if (openUntil !== null || failuresInRow >= options.failures) open(options.pauseMs);
    }
  }

  return {
    isOpen,
    admit() {
      if (isOpen()) return null;
      const probe = openUntil !== null;
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
