import { knownRegion } from '../regions.ts';

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

/** All current country codes in the locale data, including the groups and test codes that it names. */
export const allRegions: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => knownRegion(code) === code);
