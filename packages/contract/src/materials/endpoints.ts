/** The material library: texts, pictures, recordings, videos and cards that agents send, in groups. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { quickReplyContent } from '../quick-replies/endpoints.ts';
import {
  batchAnswer,
  codePoints,
  exportLimit,
  id,
  idBatch,
  idList,
  isVisible,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';

/** Maximum number of materials and groups per workspace, bytes of its files, and code points of a card's text and link. */
export const materialLimits = {
  workspace: 1_000,
  groups: 100,
  storage: 2 * 1024 * 1024 * 1024,
  title: 60,
  groupName: 30,
  cardText: 500,
  link: 2_000,
} as const;

export const materialType = z.enum(['text', 'image', 'audio', 'video', 'card']);
export type MaterialType = z.output<typeof materialType>;

const materialFile = z.object({
  id,
  name: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.int(),
  /** A signed address for images and players, valid for one to two hours. */
  url: z.string(),
});
export type MaterialFile = z.output<typeof materialFile>;

const materialContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio', 'video']), file: materialFile }),
  z.object({
    type: z.literal('card'),
    text: z.string(),
    link: z.string(),
    picture: materialFile.nullable(),
  }),
]);
export type MaterialContent = z.output<typeof materialContent>;

export const material = z.object({
  id,
  title: z.string(),
  /** Null: without a group. */
  groupId: id.nullable(),
  /** `text` may have variables, like a quick reply: see `quick-replies/template.ts`. */
  content: materialContent,
  /** The number of times that agents have used it. */
  used: z.int(),
  version: z.int32(),
  updatedAt: time,
});
export type Material = z.output<typeof material>;

export const cardText = z
  .string()
  .trim()
  .refine(isVisible, { params: { rule: 'empty' } })
  .refine((text) => codePoints(text) <= materialLimits.cardText, {
    params: { rule: 'too-long', max: materialLimits.cardText },
  });
/** Web addresses only: other schemes could run or open something on the customer's device. */
export const cardLink = z.url({ protocol: /^https?$/ }).max(materialLimits.link);

export const materialTitle = nameText(materialLimits.title);
const form = {
  title: materialTitle,
  groupId: id.nullable(),
  content: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: quickReplyContent }),
    z.strictObject({ type: z.enum(['image', 'audio', 'video']), fileId: id }),
    z.strictObject({ type: z.literal('card'), text: cardText, link: cardLink, pictureFileId: id.nullable() }),
  ]),
};
export const materialForm = z.strictObject(form);
export type MaterialForm = z.output<typeof materialForm>;

export const materialSort = sortBy(['title', 'used', 'updatedAt']);
export type MaterialSort = z.output<typeof materialSort>;

/** A group, or `none` for materials without one. */
const groupFilter = z.union([id, z.literal('none')]);

const narrowed = {
  search: z.string().max(100).optional(),
  type: materialType.optional(),
  group: groupFilter.optional(),
};

export const materialPage = endpoint({
  method: 'GET',
  path: '/api/user/material/page',
  audience: ['console'],
  summary: 'The workspace’s materials; `search` matches titles, texts and file names.',
  query: z.strictObject({
    ...pageQuery,
    ...narrowed,
    /** Only pictures, recordings and videos. */
    media: z.literal('true').optional(),
    sort: materialSort.default('updatedAt.desc'),
  }),
  answer: page(material),
});

const exported = { ...narrowed, sort: materialSort.default('updatedAt.desc') };

export const exportMaterials = endpoint({
  method: 'GET',
  path: '/api/user/material/export',
  audience: ['console'],
  summary:
    'The materials as a spreadsheet, with the same filters and order, in the caller’s language: titles, types, groups and sizes, without texts and files.',
  query: z.strictObject(exported),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getMaterial = endpoint({
  method: 'GET',
  path: '/api/user/material/get',
  audience: ['console'],
  summary: 'One material.',
  query: z.strictObject({ materialId: id }),
  answer: material,
  errors: ['material.not-found'],
});

export const createMaterial = endpoint({
  method: 'POST',
  path: '/api/user/material/create',
  audience: ['console'],
  summary:
    'Adds a material. Its file must have been uploaded for the purpose `material`; repeating the request with the same file returns the existing material.',
  body: materialForm,
  answer: material,
  errors: [
    'material.group-not-found',
    'material.file-not-found',
    'material.file-of-other-type',
    'material.too-many',
    'material.storage-full',
  ],
  audit: 'material.created',
});

export const updateMaterial = endpoint({
  method: 'PUT',
  path: '/api/user/material/update',
  audience: ['console'],
  summary: 'Changes a material. Its type can’t change; a replaced file is deleted.',
  body: z.strictObject({ materialId: id, version: z.int32(), ...form }),
  answer: material,
  errors: [
    'material.not-found',
    'material.group-not-found',
    'material.file-not-found',
    'material.file-of-other-type',
    'material.storage-full',
    'material.type-fixed',
    'resource.stale',
  ],
  audit: 'material.changed',
});

export const moveMaterials = endpoint({
  method: 'POST',
  path: '/api/user/material/move',
  audience: ['console'],
  summary: 'Moves materials to a group, or out of any group: all of them, or none.',
  body: z.strictObject({ ids: idBatch, groupId: id.nullable() }),
  answer: batchAnswer,
  errors: ['material.not-found', 'material.group-not-found'],
  audit: 'material.moved',
});

export const deleteMaterials = endpoint({
  method: 'POST',
  path: '/api/user/material/delete',
  audience: ['console'],
  summary:
    'Deletes materials with their files: all of them, or none. Materials used by automatic or quick replies can’t be deleted; the refusal’s `usages` and `names` give the number of uses and their names.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['material.not-found', 'material.in-use'],
  audit: 'material.deleted',
});

/** The kinds of replies that can send materials. */
export const materialUsageKind = z.enum(['welcome-reply', 'keyword-reply', 'quick-reply']);

const materialUsage = z.object({
  materialId: id,
  kind: materialUsageKind,
  /** The id of the rule, template or quick reply. */
  id,
  name: z.string(),
});
export type MaterialUsage = z.output<typeof materialUsage>;

export const materialUsages = endpoint({
  method: 'GET',
  path: '/api/user/material/usages',
  audience: ['console'],
  summary: 'The uses of up to 50 materials; unknown materials have none.',
  query: z.strictObject({ ids: idList }),
  answer: z.object({ list: z.array(materialUsage) }),
});
