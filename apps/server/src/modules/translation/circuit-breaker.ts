/**
 * Lets a failing engine rest, so that each message doesn't wait out its time limit again. After some failures in
 * a row it is left alone; when its pause is over a single message tries it, and the answer decides: back to work,
 * or a longer pause.
 */

/** The result of a try. neutral: no evidence about the engine's health. refused: it waits for the operator. */
export type BreakerVerdict = 'healthy' | 'failed' | 'refused' | 'neutral';

/** A permission to try once; report exactly one verdict. */
export type BreakerAdmission = { report(verdict: BreakerVerdict): void };

export type BreakerOptions = {
  now(): number;
  /** From 0 up to 1: spreads the pauses, so that several processes don't probe in step. */
  random(): number;
  /** Failures in a row that send it to rest. */
  failures: number;
  pauseMs: number;
  /** The pause after a refusal: no message fixes a wrong key. */
  refusedPauseMs: number;
  longestPauseMs: number;
};

export type CircuitBreaker = {
  /** Null while it rests, or while another message is probing it. */
  admit(): BreakerAdmission | null;
  isResting(): boolean;
};

export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  let failuresInRow = 0;
  /** The number of times that it opened without an answer since. */
  let rests = 0;
  let restsUntil: number | null = null;
  let probing = false;
  /** Verdicts of tries that were admitted before the last change of state are too old to count. */
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
