import { type Clock, systemClock } from '../base/clock.ts';

export type TestClock = Clock & {
  /** Advances the time; running sleeps still take real time. */
  advance(ms: number): void;
};

/** Returns a clock of the real time plus what a test has added. */
export function testClock(): TestClock {
  return clockOver(systemClock.now);
}

/** Returns a clock that only the test advances, for tests of delays and limits: the duration of requests doesn't count. */
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
