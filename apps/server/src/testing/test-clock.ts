import { type Clock, systemClock } from '../base/clock.ts';

export type TestClock = Clock & {
  /** Time jumps forward; whoever sleeps goes on sleeping for the real time. */
  advance(ms: number): void;
};

/** The real time, plus what a test has added to it. */
export function testClock(): TestClock {
  let added = 0;
  return {
    now: () => systemClock.now() + added,
    sleep: systemClock.sleep,
    advance(ms) {
      added += ms;
    },
  };
}
