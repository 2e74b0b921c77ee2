import { setImmediate as turn } from 'node:timers/promises';

/** Processing this many letters takes some tens of milliseconds at most. */
const lettersAtOnce = 10_000;

/**
 * Maps items with `work`, yielding to the event loop between batches: on texts that anyone may have written, a long
 * list can take seconds.
 */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  lettersOf: (item: Item) => number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let letters = 0;
  for (const item of items) {
    const more = lettersOf(item);
    if (letters + more > lettersAtOnce && results.length > 0) {
      await turn();
      letters = 0;
    }
    letters += more;
    results.push(work(item));
  }
  return results;
}
