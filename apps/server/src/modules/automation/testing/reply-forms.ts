import type { KeywordRuleForm, WelcomeTemplateForm } from '@parley/contract/automation';

/** A template with one text, for all sub-accounts. */
export const welcomeForm: WelcomeTemplateForm = {
  title: 'Welcome',
  contents: [{ kind: 'text', text: 'It will arrive tomorrow' }],
  range: 'all',
  subAccountIds: [],
  enabled: true,
};

/** A rule that answers a Spanish word without delay, untranslated. */
export const ruleForm: KeywordRuleForm = {
  ...welcomeForm,
  title: 'Shipping',
  keywords: ['envío'],
  match: 'partial',
  matchTranslation: false,
  replyMethod: 'all',
  delaySeconds: 0,
  send: 'original',
};
