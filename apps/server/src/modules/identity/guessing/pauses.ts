/**
 * Computes how long a guesser has to wait. The first wrong guesses are free, because people mistype; each further one
 * doubles the pause after it, up to a limit, and no guess is checked during a pause. Counted guesses expire one by one,
 * so that the count slides and no account is locked for longer than the longest pause.
 */
export type PauseRule = {
  /** Wrong guesses without a pause. */
  free: number;
  /** After this long, one wrong guess expires. */
  forgetOneMs: number;
  /** Defaults to `longestPauseMs`. */
  longestMs?: number;
};

export type GuessState = {
  /** The count at `countedAt`. A fraction is a guess that is about to expire. */
  failures: number;
  countedAt: number;
  pausedUntil: number;
};

const firstPauseMs = 15_000;
export const longestPauseMs = 15 * 60_000;

export const initialGuessState: GuessState = { failures: 0, countedAt: 0, pausedUntil: 0 };

/** Returns the milliseconds until the next guess may be checked. */
export function remainingPauseMs(state: GuessState, now: number): number {
  return Math.max(0, state.pausedUntil - now);
}

export function afterFailure(state: GuessState, now: number, rule: PauseRule): GuessState {
  const failures = remembered(state, now, rule) + 1;
  const beyond = failures - rule.free;
  const pause =
    beyond > 0 ? Math.min(rule.longestMs ?? longestPauseMs, firstPauseMs * 2 ** (Math.ceil(beyond) - 1)) : 0;
  return { failures, countedAt: now, pausedUntil: Math.max(state.pausedUntil, now + pause) };
}

/** Reverts a guess that was counted as a failure before it was checked, together with its pause. */
export function afterSuccess(state: GuessState, now: number, rule: PauseRule): GuessState {
  const failures = Math.max(0, remembered(state, now, rule) - 1);
  return { failures, countedAt: now, pausedUntil: failures > rule.free ? state.pausedUntil : 0 };
}

function remembered({ failures, countedAt }: GuessState, now: number, rule: PauseRule): number {
  return Math.max(0, failures - Math.max(0, now - countedAt) / rule.forgetOneMs);
}
