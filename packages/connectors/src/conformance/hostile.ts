/** What a hostile platform can do to us: end its own connection, with a reason that its owner can read. */
import { expect, inject, it } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { watchProcess } from '../testing/watch-process.ts';
import type { Bench } from './bench.ts';

/** Sentences of a runtime that stumbled, which tell an owner nothing. */
const stumbled =
  /Cannot read|is not a function|is not iterable|Unexpected|of undefined|of null|\bat \w+ \(|call stack/;

export function hostilePromises<C>(bench: Bench<C>): void {
  const { cases: mutations, seed, strict } = inject('fuzz');
  it(`survives hostile input and says what is wrong with it (seed ${seed})`, {
    timeout: 120_000,
  }, async () => {
    const { cases: make, abreast } = bench.harness.hostile();
    const cases = make(createRandom(seed), mutations);
    const watch = watchProcess();
    const waiting = [...cases];
    const failures: string[] = [];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const reasons = await next.play();
        const { name, reason } = next;
        if (reason && !reasons.some((one) => reason.test(one)))
          failures.push(`${name}: ${reasons.join(' | ')}`);
        failures.push(...reasons.filter((one) => stumbled.test(one)).map((one) => `${name}: ${one}`));
      }
    };
    await Promise.all(Array.from({ length: abreast }, worker));
    const seen = watch.stop();
    expect(failures).toEqual([]);
    expect(seen.escaped).toEqual([]);
    // CPU time and not the clock's, so that a busy machine changes nothing. Compiling and collecting garbage count.
    expect(seen.longestTurnMs).toBeLessThan(strict ? 100 : 400);
    expect(cases.length).toBeGreaterThanOrEqual(mutations);
  });
}
