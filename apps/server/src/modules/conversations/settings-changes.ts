import { inheritedSettings, type TranslationSettings } from '@parley/contract/conversations';
import { changesOf } from '../audit/index.ts';

type Own = TranslationSettings | null;

/** Returns what a change of one level's settings moved, for the audit log; what is not set there is inherited. */
export function translationChanges(before: Own, after: Own) {
  return changesOf(inWords(before), inWords(after));
}

function inWords(own: Own) {
  const values = Object.entries({ ...inheritedSettings, ...own });
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? 'inherited']));
}
