import { inheritedSettings, type TranslationSettings } from '@parley/contract/conversations';
import { changesOf } from '../audit/index.ts';

type Own = TranslationSettings | null;

/** Returns the differences in one level's settings, for the audit log; settings missing on a level are inherited. */
export function translationChanges(before: Own, after: Own) {
  return changesOf(inWords(before), inWords(after));
}

function inWords(own: Own) {
  const values = Object.entries({ ...inheritedSettings, ...own });
  return Object.fromEntries(values.map(([name, value]) => [name, value ?? 'inherited']));
}
