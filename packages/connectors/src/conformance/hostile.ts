/** Tests that a hostile platform can only end its own connection, with a reason that its owner can read. */
import pLimit from 'p-limit';
import { describe, expect, inject, it } from 'vitest';
import { boundedBytes, boundedTurnMs, type ProcessEffects, watchProcess } from '../testing/watch-process.ts';
import type { Hostile } from './hostile-case.ts';

/** Runtime error messages, which mean nothing to an owner. */
const stumbled =
  /Cannot read|is not a function|is not iterable|Unexpected|of undefined|of null|\bat \w+ \(|call stack/;

/** Plays the known attacks, and as many mutations of valid input as the run requests. For `*.faults.test.ts`. */
export function describeHostilePlatform(name: string, platform: Hostile): void {
  const { cases: mutations, seed } = inject('fuzz');
  describe(`${name}: what every connector promises`, () => {
    it(`survives hostile input and reports the reason (seed ${seed})`, {
      timeout: 360_000 + 600 * mutations,
    }, async ({ annotate }) => {
      // First execution of code, or other load on the machine, lengthens a turn once; an attack does so every time.
      for (let round = 1; ; round += 1) {
        const { count, failures, seen } = await play(platform, seed, mutations);
        await annotate(figures(count, seen));
        expect(failures).toEqual([]);
        expect(seen.escaped).toEqual([]);
        expect(seen.grownBytes).toBeLessThan(boundedBytes);
        expect(count).toBeGreaterThanOrEqual(mutations);
        if (seen.longestTurnMs < boundedTurnMs) return;
        expect(round, `a turn of ${seen.longestTurnMs} ms`).toBeLessThan(3);
      }
    });
  });
}

/** Plays each case once, and returns the cases with an unexpected outcome and the measurements. */
async function play({ open, concurrency }: Hostile, seed: number, mutations: number) {
  const { cases, close } = await open(seed, mutations);
  const watch = watchProcess();
  const failures: string[] = [];
  await pLimit(concurrency).map(cases, async (one) => {
    const reasons = await one.play();
    const { name, reason } = one;
    if (reason && !reasons.some((told) => reason.test(told)))
      failures.push(`${name}: ${reasons.join(' | ')}`);
    failures.push(...reasons.filter((told) => stumbled.test(told)).map((told) => `${name}: ${told}`));
  });
  const seen = watch.stop();
  await close();
  return { count: cases.length, failures, seen };
}

function figures(cases: number, { longestTurnMs, grownBytes }: ProcessEffects): string {
  return `${cases} cases; longest turn ${longestTurnMs.toFixed(1)} ms of CPU time; grown by ${(grownBytes / 2 ** 20).toFixed(1)} MiB`;
}
