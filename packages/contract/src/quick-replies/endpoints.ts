/** Quick replies: texts that agents send repeatedly, with variables and translations by the owner. */
import { z } from 'zod';
import { languageTag } from '../catalogues/languages.ts';
import { endpoint } from '../endpoint.ts';
import {
  batchAnswer,
  codePoints,
  exportLimit,
  id,
  idBatch,
  isVisible,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';
import { partsOf, type TemplatePart } from './template.ts';

/** Maximum number of quick replies per workspace, code points of a content, and translations and variables of one. */
export const quickReplyLimits = {
  workspace: 1_000,
  content: 2_000,
  translations: 20,
  variables: 10,
} as const;

const translation = z.object({ language: z.string(), content: z.string() });
export type QuickReplyTranslation = z.output<typeof translation>;

/** The medium of the material library that is sent with a quick reply. */
const medium = z.object({
  /** The material's id. */
  id,
  title: z.string(),
  type: z.enum(['image', 'audio', 'video']),
  /** The file size in bytes. */
  size: z.int(),
});
export type QuickReplyMedium = z.output<typeof medium>;

export const quickReply = z.object({
  id,
  /** Short, without spaces: agents type it after a slash. */
  name: z.string(),
  title: z.string(),
  /** May have variables: see `template.ts`. */
  content: z.string(),
  /** The language of the content, BCP 47. */
  language: z.string(),
  /** One per language. */
  translations: z.array(translation),
  /** A picture, recording or video that is sent with it; null: none. */
  material: medium.nullable(),
  version: z.int32(),
  updatedAt: time,
});
export type QuickReply = z.output<typeof quickReply>;

const isVariable = (part: TemplatePart) => part.kind === 'variable';

/** A text with variables, also used by materials and automatic replies. */
export const quickReplyContent = z
  .string()
  .trim()
  .refine(isVisible, { params: { rule: 'empty' } })
  .refine((text) => codePoints(text) <= quickReplyLimits.content, {
    params: { rule: 'too-long', max: quickReplyLimits.content },
  })
  .refine((text) => partsOf(text).every(({ kind }) => kind !== 'unknown'), {
    params: { rule: 'unknown-variable' },
  })
  .refine(
    (text) =>
      partsOf(text).every((part) => part.kind !== 'variable' || part.fallback !== '' || part.name !== 'fan'),
    {
      params: { rule: 'no-fallback' },
    },
  )
  .refine((text) => partsOf(text).filter(isVariable).length <= quickReplyLimits.variables, {
    params: { rule: 'too-many-variables', max: quickReplyLimits.variables },
  });

const form = {
  name: nameText(30).refine((text) => !/[\s/]/u.test(text), { params: { rule: 'spaces' } }),
  title: nameText(60),
  content: quickReplyContent,
  language: languageTag,
  translations: z
    .array(z.strictObject({ language: languageTag, content: quickReplyContent }))
    .max(quickReplyLimits.translations),
  /** A picture, recording or video of the material library; null: none. */
  materialId: id.nullable().default(null),
};
const languagesDiffer = {
  check: ({ language, translations }: { language: string; translations: readonly { language: string }[] }) =>
    new Set([language, ...translations.map((one) => one.language)]).size === translations.length + 1,
  problem: { path: ['translations'], params: { rule: 'language-twice' } },
};

export const quickReplyForm = z.strictObject(form).refine(languagesDiffer.check, languagesDiffer.problem);

/** The columns that the list can be sorted by. */
export const quickReplySort = sortBy(['name', 'title', 'updatedAt']);
export type QuickReplySort = z.output<typeof quickReplySort>;

const filters = {
  search: z.string().max(100).optional(),
  sort: quickReplySort.default('name.asc'),
};

export const quickReplyPage = endpoint({
  method: 'GET',
  path: '/api/user/quickReply/page',
  audience: ['console'],
  summary:
    'The workspace’s quick replies, by name unless sorted; `search` matches names, titles and contents.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(quickReply),
});

export const exportQuickReplies = endpoint({
  method: 'GET',
  path: '/api/user/quickReply/export',
  audience: ['console'],
  summary:
    'The quick replies with their translations as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getQuickReply = endpoint({
  method: 'GET',
  path: '/api/user/quickReply/get',
  audience: ['console'],
  summary: 'One quick reply.',
  query: z.strictObject({ quickReplyId: id }),
  answer: quickReply,
  errors: ['quick-reply.not-found'],
});

export const createQuickReply = endpoint({
  method: 'POST',
  path: '/api/user/quickReply/create',
  audience: ['console'],
  summary: 'Adds a quick reply. Names must differ in more than case.',
  body: quickReplyForm,
  answer: quickReply,
  errors: [
    'quick-reply.name-taken',
    'quick-reply.too-many',
    'material.not-found',
    'quick-reply.material-without-medium',
  ],
  audit: 'quick-reply.created',
});

export const updateQuickReply = endpoint({
  method: 'PUT',
  path: '/api/user/quickReply/update',
  audience: ['console'],
  summary: 'Changes a quick reply, including its translations.',
  body: z
    .strictObject({ quickReplyId: id, version: z.int32(), ...form })
    .refine(languagesDiffer.check, languagesDiffer.problem),
  answer: quickReply,
  errors: [
    'quick-reply.not-found',
    'quick-reply.name-taken',
    'material.not-found',
    'quick-reply.material-without-medium',
    'resource.stale',
  ],
  audit: 'quick-reply.changed',
});

export const deleteQuickReplies = endpoint({
  method: 'POST',
  path: '/api/user/quickReply/delete',
  audience: ['console'],
  summary: 'Deletes quick replies: all of them, or none. Messages sent with them are not affected.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['quick-reply.not-found'],
  audit: 'quick-reply.deleted',
});

/** Maximum number of results per search in a desk. */
export const deskQuickReplyLimit = 50;

export const deskQuickReplies = endpoint({
  method: 'GET',
  path: '/api/desk/quickReplies',
  audience: ['desk'],
  summary: `Up to ${deskQuickReplyLimit} quick replies, by name: those whose names begin with \`search\` first, then those whose names, titles or contents contain it.`,
  query: z.strictObject({ search: z.string().max(100).optional() }),
  answer: z.object({
    list: z.array(
      quickReply
        .pick({ id: true, name: true, title: true, content: true, language: true, material: true })
        .extend({ languages: z.array(z.string()) }),
    ),
  }),
});
export type DeskQuickReply = z.output<typeof deskQuickReplies.answer>['list'][number];
