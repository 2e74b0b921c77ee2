/** What a hostile platform can do to us: end its own connection, with a reason that its owner can read. */
import { expect, inject, it } from 'vitest';
import { boundedBytes, boundedTurnMs, type Seen, watchProcess } from '../testing/watch-process.ts';
import type { Bench } from './bench.ts';

/** Sentences of a runtime that stumbled, which tell an owner nothing. */
const stumbled =
  /Cannot read|is not a function|is not iterable|Unexpected|of undefined|of null|\bat \w+ \(|call stack/;

export function hostilePromises<C>(bench: Bench<C>): void {
  const { cases: mutations, seed } = inject('fuzz');
  it(`survives hostile input and says what is wrong with it (seed ${seed})`, {
    timeout: 120_000 + 200 * mutations,
  }, async ({ annotate }) => {
    const { open, abreast } = bench.harness.hostile();
    const { cases, close } = await open(seed, mutations);
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
    await close();
    await annotate(figures(cases.length, seen));
    expect(failures).toEqual([]);
    expect(seen.escaped).toEqual([]);
    expect(seen.longestTurnMs).toBeLessThan(boundedTurnMs);
    expect(seen.grownBytes).toBeLessThan(boundedBytes);
    expect(cases.length).toBeGreaterThanOrEqual(mutations);
  });
}

function figures(cases: number, { longestTurnMs, grownBytes }: Seen): string {
  return `${cases} cases; longest turn ${longestTurnMs.toFixed(1)} ms of CPU time; grown by ${(grownBytes / 2 ** 20).toFixed(1)} MiB`;
}
