/** The schemas that welcome templates and keyword rules share: contents, and the sub-accounts to which they apply. */
import { z } from 'zod';
import { materialType } from '../materials/endpoints.ts';
import { quickReplyContent } from '../quick-replies/endpoints.ts';
import { codePoints, id, nameText, pageQuery, sortBy, time } from '../values.ts';

/** Limits per workspace (`welcomeTemplates`, `keywordRules`, `allKeywords`), and per template or rule. */
export const automationLimits = {
  welcomeTemplates: 1_000,
  keywordRules: 10_000,
  /** Over all keyword rules of a workspace. */
  allKeywords: 50_000,
  welcomeContents: 2,
  keywordContents: 10,
  keywords: 20,
  /** In code points. */
  keyword: 200,
  delaySeconds: 3_600,
  subAccounts: 1_000,
  /** Sub-accounts named by all templates and rules of a workspace, with repetitions. */
  allSubAccounts: 100_000,
} as const;

/** One message of a reply: a text with the variables of quick replies, or a material. */
export const replyContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: quickReplyContent }),
  z.strictObject({ kind: z.literal('material'), materialId: id }),
]);
export type ReplyContent = z.output<typeof replyContent>;

/** As stored, so that contents accepted by an earlier version are not refused. Materials are shown in their current state. */
export const shownContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('material'),
    materialId: id,
    title: z.string(),
    type: materialType,
    /** The text of a text or card material, with its variables; empty for media. */
    text: z.string(),
  }),
]);
export type ShownContent = z.output<typeof shownContent>;

/** `all`: applies to the customers of every sub-account. `some`: to those of `subAccountIds`. */
const replyRange = z.enum(['all', 'some']);

export const ruleForm = {
  title: nameText(60),
  range: replyRange,
  subAccountIds: z.array(id).max(automationLimits.subAccounts),
  enabled: z.boolean(),
};
type Application = { range: 'all' | 'some'; subAccountIds: readonly string[] };
/** A refinement: a rule for some sub-accounts must name at least one. */
export const namesSubAccounts = ({ range, subAccountIds }: Application) =>
  range === 'all' || subAccountIds.length > 0;
export const noSubAccount = { path: ['subAccountIds'], params: { rule: 'empty' } };

/** The limit also applies to the folded form, in which a single character can become eighteen. */
export const keyword = nameText(automationLimits.keyword).refine(
  (text) => codePoints(foldText(text)) <= automationLimits.keyword,
  { params: { rule: 'too-long', max: automationLimits.keyword } },
);

/** As stored, so that rules accepted by an earlier version are not refused. */
export const storedRule = {
  id,
  title: z.string(),
  contents: z.array(shownContent),
  range: replyRange,
  subAccountIds: z.array(id),
  /** The names of the first 20 of `subAccountIds`, in the same order. */
  subAccountNames: z.array(z.string()),
  enabled: z.boolean(),
  version: z.int32(),
  createdAt: time,
  updatedAt: time,
};

/** The columns that the lists can be sorted by. */
export const replyRuleSort = sortBy(['title', 'updatedAt', 'createdAt']);
export type ReplyRuleSort = z.output<typeof replyRuleSort>;

export const ruleFilters = {
  search: z.string().max(100).optional(),
  enabled: z.enum(['true', 'false']).optional(),
  /** Only those that apply to this sub-account. */
  subAccountId: id.optional(),
  sort: replyRuleSort.default('createdAt.desc'),
};
export const rulePageQuery = { ...pageQuery, ...ruleFilters };

/**
 * Returns the form in which texts are compared: ignores width, case, Unicode normalization, invisible characters and the kind
 * and number of spaces, but not accents.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Upper case first: it decomposes ß, ligatures and the dotless i, which lower case alone doesn't.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll('i\u0307', 'i')
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim()
  );
}

/** Returns a keyword's folded form; `open`: it matches all words that begin with it (`ship*`). */
export function foldKeyword(text: string): { text: string; open: boolean } {
  const folded = foldText(text);
  const open = folded.length > 1 && folded.endsWith('*');
  return { text: open ? folded.slice(0, -1).trimEnd() : folded, open };
}
