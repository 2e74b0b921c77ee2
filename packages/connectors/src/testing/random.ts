/** A seeded random source, so that a failing case can be reproduced. Algorithm: mulberry32, public domain. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (items) => items[below(items.length)] ?? items[0] };
}

const strange = [
  '',
  '\u0000',
  '\ud800',
  '\u202e',
  '<',
  '>',
  '&',
  '&amp;',
  '&nope;',
  '&#0;',
  "'",
  '"',
  ']]>',
  '<![CDATA[',
  '<!--',
  '<?x?>',
  '</',
  '/>',
  '@/',
  '{',
  '[',
  ']',
  '}',
  ',',
  'null',
  '1e999',
  '-1',
  '__proto__',
  'constructor',
  'A'.repeat(70_000),
] as const;

/** Mutates a text in one to four places: cuts, duplicates, moves or replaces a part, or inserts unusual characters. */
export function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let times = random.below(4); times >= 0; times -= 1) {
    const at = random.below(mutated.length + 1);
    const length = random.below(Math.min(40, mutated.length - at) + 1);
    const part = mutated.slice(at, at + length);
    const other = random.below(mutated.length + 1);
    const replacement = random.pick([
      '',
      part + part,
      mutated.slice(other, other + random.below(60)),
      random.pick(strange),
      String.fromCodePoint(1 + random.below(0xd7fe)),
    ]);
    mutated = mutated.slice(0, at) + replacement + mutated.slice(at + length);
  }
  return mutated;
}
