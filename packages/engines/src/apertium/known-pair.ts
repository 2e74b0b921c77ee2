import type { Remembered } from '../kit/remember.ts';
import { EngineError } from '../spec.ts';
import { type Pair, pickPair } from './codes.ts';

/** The installed pair for these languages. Throws `EngineError('unsupported')` when there is none. */
export async function knownPair(
  pairs: Remembered<Pair[]>,
  languages: { source: string; target: string },
  signal: AbortSignal,
): Promise<Pair> {
  const pair = pickPair(languages.source, languages.target, await pairs(signal));
  if (pair !== undefined) return pair;
  const wanted = `${languages.source} to ${languages.target}`;
  throw new EngineError('unsupported', `Apertium has no pair installed for ${wanted}.`);
}
