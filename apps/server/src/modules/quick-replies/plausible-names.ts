/**
 * Decides which values are plausible for variables, so that a sentence that merely begins like a quick reply isn't
 * taken for one.
 */
import { type QuickReplyValues, quickReplyVariables } from '@parley/contract/quick-replies';

/** In UTF-16 units. */
const longestName = 80;
/** For scripts with capitals: up to four capitalized words, as an agent writes a name that a customer has given. */
const likeAName = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,3}$/u;

const onOneLine = (name: string) => name.replace(/\s+/g, ' ').trim();

/** @param names the values that the desk fills in */
export function arePlausibleNames(values: QuickReplyValues, names: QuickReplyValues): boolean {
  return quickReplyVariables.every((variable) => {
    const value = values[variable];
    if (value === null || value === onOneLine(names[variable] ?? '')) return true;
    return value.length <= longestName && likeAName.test(value);
  });
}
