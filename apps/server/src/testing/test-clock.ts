import { type Clock, systemClock } from '../base/clock.ts';

export type TestClock = Clock & {
  /** Moves the time forward; running sleeps continue for the real time. */
  advance(ms: number): void;
};

/** The real time, plus what a test has added to it. */
export function testClock(): TestClock {
  return clockOver(systemClock.now);
}

/** A clock that only the test moves, for tests of pauses and limits: how long a request takes doesn't count. */
export function stillClock(): TestClock {
  const start = systemClock.now();
  return clockOver(() => start);
}

function clockOver(now: () => number): TestClock {
  let added = 0;
  return {
    now: () => now() + added,
    sleep: systemClock.sleep,
    advance(ms) {
      added += ms;
    },
  };
}
