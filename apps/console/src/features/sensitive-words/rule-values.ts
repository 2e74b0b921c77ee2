import type { SensitiveWordRule, SensitiveWordRuleForm } from '@parley/contract/sensitive-words';

/** The values of the form's controls. `words` and `exceptions` have one entry per line. */
export type SensitiveRuleDraft = Omit<SensitiveWordRuleForm, 'words' | 'exceptions'> & {
  words: string;
  exceptions: string;
};

const blank: SensitiveRuleDraft = {
  title: '',
  words: '',
  links: false,
  walletAddresses: false,
  phoneNumbers: false,
  exceptions: '',
  sender: 'both',
  action: 'alert',
  range: 'all',
  subAccountIds: [],
  enabled: true,
};

/** Returns the trimmed lines without empty and repeated ones. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

export function valuesOf(rule: SensitiveWordRule | undefined): SensitiveRuleDraft {
  if (rule === undefined) return blank;
  const { title, links, walletAddresses, phoneNumbers, sender, action, range, subAccountIds, enabled } = rule;
  const words = rule.words.join('\n');
  const exceptions = rule.exceptions.join('\n');
  const searched = { words, links, walletAddresses, phoneNumbers, exceptions };
  return { title, ...searched, sender, action, range, subAccountIds, enabled };
}

export const formFrom = (draft: SensitiveRuleDraft): SensitiveWordRuleForm => ({
  ...draft,
  words: linesOf(draft.words),
  exceptions: linesOf(draft.exceptions),
  subAccountIds: draft.range === 'all' ? [] : draft.subAccountIds,
});

export const findsNothing = ({
  words,
  links,
  walletAddresses,
  phoneNumbers,
}: Partial<SensitiveRuleDraft>): boolean =>
  linesOf(words ?? '').length === 0 && links !== true && walletAddresses !== true && phoneNumbers !== true;
