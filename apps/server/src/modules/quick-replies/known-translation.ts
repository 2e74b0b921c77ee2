/**
 * The owner's translation of an agent's text: a text that a quick reply was filled in to goes out in the words that the
 * owner gave it for the customer's language. No engine is asked and no character charged, however the agent came by the
 * text.
 */
import { sameLanguage } from '@parley/contract/catalogues';
import { fillIn, type QuickReplyValues, readBack } from '@parley/contract/quick-replies';
import type { Handle } from '../../base/db/database.ts';
import { arePlausible } from './plausible-names.ts';
import { type Candidate, readCandidates, readNames, type WritingPlace } from './queries.ts';

/** `translation` null: the text is in the customer's language as it is. */
export type KnownTranslation = { source: string; translation: string | null };

/** Null: the text is none of the workspace's quick replies, or none that has words in this language. */
export async function findKnownTranslation(
  handle: Handle,
  place: WritingPlace,
  { text, target }: { text: string; target: string },
): Promise<KnownTranslation | null> {
  const candidates = await readCandidates(handle, place.workspaceId, text);
  if (candidates.length === 0) return null;
  return knownTranslation(candidates, { text, target, names: await readNames(handle, place) });
}

/** @param candidates latest change first: of two with the same content the later is what the owner means now */
export function knownTranslation(
  candidates: readonly Candidate[],
  { text, target, names }: { text: string; target: string; names: QuickReplyValues },
): KnownTranslation | null {
  for (const { content, language, translations } of candidates) {
    const values = readBack(content, text);
    if (values === null || !arePlausible(values, names)) continue;
    if (sameLanguage(language, target)) return { source: language, translation: null };
    const words =
      translations.find((one) => one.language === target) ??
      translations.find((one) => sameLanguage(one.language, target));
    if (words) return { source: language, translation: fillIn(words.content, values) };
  }
  return null;
}
