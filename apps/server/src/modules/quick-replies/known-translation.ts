/**
 * Finds the owner's translation of an agent's text. A text that results from filling in a quick reply is sent in the
 * words that the owner wrote for the customer's language, without calling an engine or charging characters, no matter
 * how the agent entered it.
 */
import { sameLanguage } from '@parley/contract/catalogues';
import { fillIn, type QuickReplyValues, readBack } from '@parley/contract/quick-replies';
import type { Handle } from '../../base/db/database.ts';
import { arePlausibleNames } from './plausible-names.ts';
import { type Candidate, readCandidates, readNames, type WritingPlace } from './queries.ts';

/** `translation` is null when the text is in the customer's language already. */
export type KnownTranslation = { source: string; translation: string | null };

/** Returns null when the text matches no quick reply of the workspace, or none with a text in this language. */
export async function findKnownTranslation(
  handle: Handle,
  place: WritingPlace,
  { text, target }: { text: string; target: string },
): Promise<KnownTranslation | null> {
  const candidates = await readCandidates(handle, place.workspaceId, text);
  if (candidates.length === 0) return null;
  return knownTranslation(candidates, { text, target, names: await readNames(handle, place) });
}

/** @param candidates sorted by latest change: of two with the same content, the later one is current */
export function knownTranslation(
  candidates: readonly Candidate[],
  { text, target, names }: { text: string; target: string; names: QuickReplyValues },
): KnownTranslation | null {
  for (const { content, language, translations } of candidates) {
    const values = readBack(content, text);
    if (values === null || !arePlausibleNames(values, names)) continue;
    if (sameLanguage(language, target)) return { source: language, translation: null };
    const words =
      translations.find((one) => one.language === target) ??
      translations.find((one) => sameLanguage(one.language, target));
    if (words) return { source: language, translation: fillIn(words.content, values) };
  }
  return null;
}
