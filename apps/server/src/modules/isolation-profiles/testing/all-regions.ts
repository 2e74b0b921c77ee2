import { knownRegion } from '../regions.ts';

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** Every country that the locale data has in today's spelling, and the groups and exercises for which it has names. */
export const allRegions: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => knownRegion(code) === code);
