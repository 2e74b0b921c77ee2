/** Sensitive-word rules: the words to search for in agents' and customers' messages, and the consequences of a match. */
import { z } from 'zod';
import { foldText } from '../automation/reply-rules.ts';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, codePoints, id, idBatch, nameText, page, pageQuery, time } from '../values.ts';

/** Limits per workspace (`rules`, `allWords`), and per rule. */
export const sensitiveWordLimits = {
  rules: 200,
  /** Over all rules of a workspace. */
  allWords: 50_000,
  words: 1_000,
  /** In code points; also applies to exceptions. */
  word: 100,
  exceptions: 200,
  subAccounts: 1_000,
} as const;

/**
 * `log`: the match is recorded. `alert`: it is also shown in the owner's consoles. `block`: an agent's message isn't sent; a
 * customer's message is never withheld, and its match becomes an alert.
 */
export const sensitiveWordAction = z.enum(['log', 'alert', 'block']);
export type SensitiveWordAction = z.output<typeof sensitiveWordAction>;
/** The writers of the messages that are searched. */
export const sensitiveWordSender = z.enum(['agent', 'customer', 'both']);

/** The limit also applies to the folded form, in which a single character can become eighteen. */
const word = nameText(sensitiveWordLimits.word).refine(
  (text) => codePoints(foldText(text)) <= sensitiveWordLimits.word,
  { params: { rule: 'too-long', max: sensitiveWordLimits.word } },
);

const decided = {
  title: nameText(60),
  links: z.boolean(),
  walletAddresses: z.boolean(),
  phoneNumbers: z.boolean(),
  sender: sensitiveWordSender,
  action: sensitiveWordAction,
  range: z.enum(['all', 'some']),
  enabled: z.boolean(),
};

const form = {
  ...decided,
  /** `pay*` matches every word that begins with it. */
  words: z.array(word).max(sensitiveWordLimits.words),
  /** Texts that don't match: domains including their subdomains, wallet addresses, numbers, and words as part of these texts. */
  exceptions: z.array(word).max(sensitiveWordLimits.exceptions),
  subAccountIds: z.array(id).max(sensitiveWordLimits.subAccounts),
};

type Form = z.output<z.ZodObject<typeof form>>;
const findsSomething = ({
  words,
  links,
  walletAddresses,
  phoneNumbers,
}: Pick<Form, 'words' | 'links' | 'walletAddresses' | 'phoneNumbers'>) =>
  words.length > 0 || links || walletAddresses || phoneNumbers;
const findsNothing = { path: ['words'], params: { rule: 'empty' } };
const namesSubAccounts = ({ range, subAccountIds }: Pick<Form, 'range' | 'subAccountIds'>) =>
  range === 'all' || subAccountIds.length > 0;
const noSubAccount = { path: ['subAccountIds'], params: { rule: 'empty' } };

export const sensitiveWordRuleForm = z
  .strictObject(form)
  .refine(findsSomething, findsNothing)
  .refine(namesSubAccounts, noSubAccount);
export type SensitiveWordRuleForm = z.output<typeof sensitiveWordRuleForm>;

/** As stored, so that rules accepted by an earlier version are not refused. */
const stored = {
  ...decided,
  id,
  title: z.string(),
  /** The names of the first 20 of its sub-accounts. */
  subAccountNames: z.array(z.string()),
  version: z.int32(),
  createdAt: time,
  updatedAt: time,
};

export const sensitiveWordRule = z.object({
  ...stored,
  words: z.array(z.string()),
  exceptions: z.array(z.string()),
  subAccountIds: z.array(id),
});
export type SensitiveWordRule = z.output<typeof sensitiveWordRule>;

/** A row of the list. */
export const sensitiveWordRuleItem = z.object({
  ...stored,
  /** The first ten. */
  firstWords: z.array(z.string()),
  wordCount: z.int(),
  exceptionCount: z.int(),
  subAccountCount: z.int(),
});
export type SensitiveWordRuleItem = z.output<typeof sensitiveWordRuleItem>;

export const sensitiveWordRulePage = endpoint({
  method: 'GET',
  path: '/api/user/sensitiveWord/rule/page',
  audience: ['console'],
  summary:
    'The workspace’s sensitive-word rules, newest first; `search` matches titles, words and exceptions.',
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(100).optional(),
    enabled: z.enum(['true', 'false']).optional(),
    action: sensitiveWordAction.optional(),
    /** Only those that apply to this sub-account. */
    subAccountId: id.optional(),
  }),
  answer: page(sensitiveWordRuleItem),
});

export const getSensitiveWordRule = endpoint({
  method: 'GET',
  path: '/api/user/sensitiveWord/rule/get',
  audience: ['console'],
  summary: 'One sensitive-word rule with all its words.',
  query: z.strictObject({ ruleId: id }),
  answer: sensitiveWordRule,
  errors: ['sensitive-word-rule.not-found'],
});

export const createSensitiveWordRule = endpoint({
  method: 'POST',
  path: '/api/user/sensitiveWord/rule/create',
  audience: ['console'],
  summary: 'Adds a sensitive-word rule. It applies to messages that are sent or received from then on.',
  body: sensitiveWordRuleForm,
  answer: sensitiveWordRule,
  errors: ['sensitive-word-rule.too-many', 'sensitive-word-rule.too-many-words', 'sub-account.not-found'],
  audit: 'sensitive-word-rule.created',
});

export const updateSensitiveWordRule = endpoint({
  method: 'PUT',
  path: '/api/user/sensitiveWord/rule/update',
  audience: ['console'],
  summary: 'Changes a sensitive-word rule. Existing records keep its earlier title.',
  body: z
    .strictObject({ ruleId: id, version: z.int32(), ...form })
    .refine(findsSomething, findsNothing)
    .refine(namesSubAccounts, noSubAccount),
  answer: sensitiveWordRule,
  errors: [
    'sensitive-word-rule.not-found',
    'sensitive-word-rule.too-many-words',
    'sub-account.not-found',
    'resource.stale',
  ],
  audit: 'sensitive-word-rule.changed',
});

export const setSensitiveWordRulesEnabled = endpoint({
  method: 'PUT',
  path: '/api/user/sensitiveWord/rule/enabled',
  audience: ['console'],
  summary: 'Enables or disables sensitive-word rules: all of them, or none.',
  body: z.strictObject({ ids: idBatch, enabled: z.boolean() }),
  answer: batchAnswer,
  errors: ['sensitive-word-rule.not-found'],
  audit: ['sensitive-word-rule.enabled', 'sensitive-word-rule.disabled'],
});

export const deleteSensitiveWordRules = endpoint({
  method: 'POST',
  path: '/api/user/sensitiveWord/rule/delete',
  audience: ['console'],
  summary: 'Deletes sensitive-word rules: all of them, or none. Their records stay.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['sensitive-word-rule.not-found'],
  audit: 'sensitive-word-rule.deleted',
});
