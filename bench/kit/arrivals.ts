/**
 * Open-loop arrivals: the next one is due whether or not the last one was answered. Each has the time at which it was due, and
 * latency counts from there, so a server that stalls is charged for all arrivals that were due in the meantime (no coordinated
 * omission).
 */
export type ArrivalClock = {
  /** Milliseconds, monotonic. */
  now(): number;
  sleep(ms: number): Promise<void>;
};

export type ArrivalPlan = { perSecond: number; seconds: number; random: () => number };

/** Calls `send` with the due times of all arrivals that are due, until the plan's time is over. */
export async function arrive(
  clock: ArrivalClock,
  { perSecond, seconds, random }: ArrivalPlan,
  send: (due: readonly number[]) => void,
): Promise<void> {
  const start = clock.now();
  const end = start + seconds * 1000;
  let next = start + gap(perSecond, random);
  while (next < end) {
    const due: number[] = [];
    for (const now = clock.now(); next <= now && next < end; next += gap(perSecond, random)) due.push(next);
    if (due.length > 0) send(due);
    await clock.sleep(Math.max(0, Math.min(next, end) - clock.now()));
  }
}

/** Exponential gaps, for independent arrivals. */
function gap(perSecond: number, random: () => number): number {
  return (-Math.log(1 - random()) / perSecond) * 1000;
}

/** Returns a small seeded random generator (mulberry32), so that every run has the same arrivals. From 0 up to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
