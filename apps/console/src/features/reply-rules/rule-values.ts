import type {
  KeywordRule,
  KeywordRuleForm,
  ReplyContent,
  ShownContent,
  WelcomeTemplate,
  WelcomeTemplateForm,
} from '@parley/contract/automation';

type ShownMaterial = Extract<ShownContent, { kind: 'material' }>;

/** `shown`: the material that was selected when the form was opened. */
export type ContentDraft =
  | { kind: 'text'; text: string }
  | { kind: 'material'; materialId: string | null; shown: ShownMaterial | null };

export const blankText: ContentDraft = { kind: 'text', text: '' };
export const blankMaterial: ContentDraft = { kind: 'material', materialId: null, shown: null };

/** The values of the form's controls; a welcome template's form has no controls for the keyword rules' values. */
export type RuleDraft = {
  title: string;
  contents: ContentDraft[];
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
  contents: [blankText],
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
  const contents = rule.contents.map<ContentDraft>((content) =>
    content.kind === 'text'
      ? { kind: 'text', text: content.text }
      : { kind: 'material', materialId: content.materialId, shown: content },
  );
  const shared = { ...blank, title, contents, range, subAccountIds, enabled };
  if (!('keywords' in rule)) return shared;
  const { keywords, match, matchTranslation, replyMethod, delaySeconds, send } = rule;
  return { ...shared, keywords, match, matchTranslation, replyMethod, delaySeconds, send };
}

/** Returns the initial values of a new rule: blank, or those of another. */
export const begunWith = (copied: WelcomeTemplate | KeywordRule | undefined): RuleDraft =>
  copied === undefined ? blank : valuesOf(copied);

function contentFrom(draft: ContentDraft): ReplyContent {
  if (draft.kind === 'text') return { kind: 'text', text: draft.text };
  return { kind: 'material', materialId: draft.materialId ?? '' };
}

export function templateFrom({
  title,
  contents,
  range,
  subAccountIds,
  enabled,
}: RuleDraft): WelcomeTemplateForm {
  return {
    title,
    contents: contents.map(contentFrom),
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
