import type {
  KeywordRule,
  KeywordRuleForm,
  WelcomeTemplate,
  WelcomeTemplateForm,
} from '@parley/contract/automation';

/** The values of the form's controls; a welcome template's form has no controls for those of keyword rules. */
export type RuleDraft = {
  title: string;
  contents: { text: string }[];
  range: 'all' | 'some';
  subAccountIds: string[];
  enabled: boolean;
  keywords: string[];
  match: KeywordRule['match'];
  matchTranslation: boolean;
  replyMethod: KeywordRule['replyMethod'];
  delaySeconds: number | null;
  send: KeywordRule['send'];
};

const blank: RuleDraft = {
  title: '',
  contents: [{ text: '' }],
  range: 'all',
  subAccountIds: [],
  enabled: true,
  keywords: [],
  match: 'partial',
  matchTranslation: true,
  replyMethod: 'all',
  delaySeconds: 0,
  send: 'translated',
};

export function valuesOf(rule: WelcomeTemplate | KeywordRule): RuleDraft {
  const { title, range, subAccountIds, enabled } = rule;
  const contents = rule.contents.map(({ text }) => ({ text }));
  const shared = { ...blank, title, contents, range, subAccountIds, enabled };
  if (!('keywords' in rule)) return shared;
  const { keywords, match, matchTranslation, replyMethod, delaySeconds, send } = rule;
  return { ...shared, keywords, match, matchTranslation, replyMethod, delaySeconds, send };
}

/** Begins a new one: empty, or like another. */
export const begunWith = (copied: WelcomeTemplate | KeywordRule | undefined): RuleDraft =>
  copied === undefined ? blank : valuesOf(copied);

export function templateFrom({
  title,
  contents,
  range,
  subAccountIds,
  enabled,
}: RuleDraft): WelcomeTemplateForm {
  return {
    title,
    contents: contents.map(({ text }) => ({ kind: 'text', text })),
    range,
    subAccountIds: range === 'all' ? [] : subAccountIds,
    enabled,
  };
}

export function formFrom(draft: RuleDraft): KeywordRuleForm {
  const { keywords, match, matchTranslation, replyMethod, delaySeconds, send } = draft;
  const decided = { keywords, match, matchTranslation, replyMethod, delaySeconds: delaySeconds ?? 0, send };
  return { ...templateFrom(draft), ...decided };
}
