/** Split links: short links that distribute visitors over account links. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import {
  batchAnswer,
  codePoints,
  exportLimit,
  id,
  idBatch,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';
import { accountLinkLimits, isAccountLink, isWebLink } from './account-links.ts';
import {
  sourceAccountForm,
  splitSource,
  splitSourceForm,
  splitSourceLimits,
  targetCap,
  targetWeight,
} from './sources.ts';

/** Maximum number of split links per workspace, and of contacts and regions per link. */
export const splitLinkLimits = { workspace: 2_000, contacts: 5_000, regions: 250 } as const;

/** `online`: visitors go to targets whose social account is online; `full`: to all enabled targets. */
export const eligibility = z.enum(['online', 'full']);
/** `sequential`: strict rotation; `random`: at random. Both respect the targets' weights. */
export const splitMode = z.enum(['random', 'sequential']);
/** The devices whose visitors are distributed; all others are sent to the default address. */
export const splitDevice = z.enum(['any', 'mobile', 'desktop']);
/** The countries (ISO 3166-1 alpha-2) whose visitors are distributed; all others are sent to the default address. Empty: all. */
export const splitRegions = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(splitLinkLimits.regions)
  .refine((regions) => new Set(regions).size === regions.length);

const targetFields = {
  /** The complete account link. */
  url: z.string(),
  /** The social account behind the link, whose state decides in mode `online`; null: the target counts as online. */
  socialAccountId: id.nullable(),
  weight: targetWeight,
  /** Maximum number of visitors per day; null: no limit. */
  dailyCap: targetCap.nullable(),
  enabled: z.boolean(),
};

const target = z.object({
  id,
  ...targetFields,
  /** The name of the social account; null: there is none. */
  socialAccountName: z.string().nullable(),
  online: z.boolean().nullable(),
  /** The number of visits sent to it. */
  visits: z.int(),
  /** Of these, the visits that led to a message, and to a new fan. */
  conversions: z.int(),
  newFans: z.int(),
  /** Today's visitors that count towards the daily cap; null: no cap. */
  takenToday: z.int().nullable(),
});
export type SplitTarget = z.output<typeof target>;

/** A target that a source provides or has provided. Targets to which no visitor was ever sent may be missing. */
const followedTarget = z.object({
  ...target.shape,
  /** True if a source currently provides its account; otherwise it keeps its counts and receives no visitors. */
  present: z.boolean(),
});
export type FollowedTarget = z.output<typeof followedTarget>;

const listFields = {
  id,
  /** The address of the workspace's owner. */
  emailAddress: z.string(),
  name: z.string(),
  /** The last part of the short link. */
  code: z.string(),
  /** The complete short link. */
  url: z.string(),
  /** The id of its link domain; null: none. */
  domainId: id.nullable(),
  /** The domain in `url`; null: the installation's address, which is also used while the link domain isn't verified. */
  domain: z.string().nullable(),
  platform: platformId,
  eligibility,
  mode: splitMode,
  enabled: z.boolean(),
  /** The time from which it leads only to its default address or page; null: none. */
  expiresAt: time.nullable(),
  remark: z.string(),
  targetCount: z.int(),
  /** The number of targets currently available, regardless of daily caps. */
  availableCount: z.int(),
  visits: z.int(),
  visitsToday: z.int(),
  /** The visits that led to a message to one of the targets, and those of them that led to a new fan. */
  conversions: z.int(),
  newFans: z.int(),
  /** The total number of contacts left by visitors. */
  contacts: z.int(),
  version: z.int32(),
  createdAt: time,
};
export const splitLinkListed = z.object(listFields);
export type SplitLinkListed = z.output<typeof splitLinkListed>;

export const splitLink = z.object({
  ...listFields,
  bindsAddress: z.boolean(),
  tracksFans: z.boolean(),
  device: splitDevice,
  regions: z.array(z.string()),
  /** The address for visitors without a target; null: the page on which they can leave their contact. */
  defaultUrl: z.string().nullable(),
  /** The owner's text on that page; empty: Parley's default. */
  pageText: z.string(),
  previewTitle: z.string(),
  previewText: z.string(),
  previewImageUrl: z.string().nullable(),
  /** The targets whose account links were entered. */
  targets: z.array(target),
  /** The sub-accounts and work orders whose social accounts are targets as well. */
  sources: z.array(splitSource),
  /** Settings of individual accounts of the sources. */
  accounts: z.array(sourceAccountForm),
  followedTargets: z.array(followedTarget),
});
export type SplitLink = z.output<typeof splitLink>;

/** Returns the schema of a text with at most this many code points. */
export const upTo = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => codePoints(text) <= max, { params: { rule: 'too-long', max } });

const targetForm = z.strictObject({
  ...targetFields,
  socialAccountId: targetFields.socialAccountId.default(null),
  weight: targetFields.weight.default(1),
  dailyCap: targetFields.dailyCap.default(null),
  enabled: targetFields.enabled.default(true),
});

/** The fields that all links of one request share. */
export const settingsForm = {
  platform: platformId,
  eligibility,
  mode: splitMode,
  /** True if a visitor's address keeps its target for 30 days, as long as the target is enabled. */
  bindsAddress: z.boolean(),
  /** True if account links carry the visit's token where possible, so that the first message can be attributed to its visit. */
  tracksFans: z.boolean().default(true),
  /** A verified link domain; null: the installation's address. */
  domainId: id.nullable().default(null),
  device: splitDevice.default('any'),
  regions: splitRegions.default([]),
  defaultUrl: z
    .string()
    .trim()
    .refine(isWebLink, { params: { rule: 'link' } })
    .nullable(),
  pageText: upTo(300),
  /** The preview shown in chats for the short link; without a title, the target's own preview is shown. */
  previewTitle: upTo(80).default(''),
  previewText: upTo(200).default(''),
  previewImageUrl: z
    .string()
    .trim()
    .refine(isWebLink, { params: { rule: 'link' } })
    .nullable()
    .default(null),
  remark: upTo(200),
  expiresAt: time.nullable(),
  sources: z.array(splitSourceForm).max(splitSourceLimits.count).default([]),
  accounts: z.array(sourceAccountForm).max(splitSourceLimits.accounts).default([]),
};

const form = {
  name: nameText(40),
  ...settingsForm,
  /** At least one, unless there is a source. */
  targets: z.array(targetForm).max(accountLinkLimits.count).default([]),
};

type PreviewForm = { previewTitle: string; previewText: string; previewImageUrl: string | null };

/** Requires a title if there is a preview. */
export const checkPreview = (
  { previewTitle, previewText, previewImageUrl }: PreviewForm,
  context: z.RefinementCtx,
) => {
  if (previewTitle !== '' || (previewText === '' && previewImageUrl === null)) return;
  context.addIssue({ code: 'custom', path: ['previewTitle'], params: { rule: 'empty' } });
};

type SourcesForm = {
  sources: readonly { kind: string; id: string }[];
  accounts: readonly { socialAccountId: string }[];
};

/** Requires each source, and each account, to appear only once. */
export const checkSources = ({ sources, accounts }: SourcesForm, context: z.RefinementCtx) => {
  if (new Set(sources.map(({ kind, id: source }) => `${kind} ${source}`)).size < sources.length)
    context.addIssue({ code: 'custom', path: ['sources'] });
  if (new Set(accounts.map(({ socialAccountId }) => socialAccountId)).size < accounts.length)
    context.addIssue({ code: 'custom', path: ['accounts'] });
};

type TargetsForm = SourcesForm & {
  platform: z.output<typeof platformId>;
  targets: readonly { url: string }[];
};

/** Requires links of the split link's platform without repetitions; at least one, unless there is a source. */
const checkTargets = ({ platform, targets, sources }: TargetsForm, context: z.RefinementCtx) => {
  if (targets.length === 0 && sources.length === 0)
    context.addIssue({ code: 'custom', path: ['targets'], params: { rule: 'empty' } });
  const seen = new Set<string>();
  for (const [index, { url }] of targets.entries()) {
    const rule = seen.has(url) ? 'link-twice' : isAccountLink(platform, url) ? null : 'link';
    seen.add(url);
    if (rule === null) continue;
    context.addIssue({ code: 'custom', path: ['targets', index, 'url'], params: { rule } });
  }
};

export const splitLinkForm = z
  .strictObject(form)
  .superRefine(checkTargets)
  .superRefine(checkSources)
  .superRefine(checkPreview);
export type SplitLinkForm = z.output<typeof splitLinkForm>;

export const splitLinkSort = sortBy(['name', 'visits', 'visitsToday', 'conversions', 'createdAt']);

const filters = {
  search: z.string().max(100).optional(),
  platform: platformId.optional(),
  enabled: z.stringbool().optional(),
  sort: splitLinkSort.optional(),
};

export const splitLinkPage = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/page',
  audience: ['console'],
  summary: 'The workspace’s split links, newest first; `search` matches names, remarks and codes.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(splitLinkListed),
});

export const exportSplitLinkList = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/exportList',
  audience: ['console'],
  summary:
    'The split links with their figures as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getSplitLink = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/get',
  audience: ['console'],
  summary: 'One split link with its targets and sources.',
  query: z.strictObject({ splitLinkId: id }),
  answer: splitLink,
  errors: ['split-link.not-found'],
});

export const createSplitLink = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/create',
  audience: ['console'],
  summary: 'Creates a split link. Its name is unique in the workspace; its code is random.',
  body: splitLinkForm,
  answer: splitLink,
  errors: [
    'split-domain.not-verified',
    'split-link.name-taken',
    'split-link.too-many',
    'split-link.source-unavailable',
    'resource.not-found',
  ],
  audit: 'split-link.created',
});

export const updateSplitLink = endpoint({
  method: 'PUT',
  path: '/api/user/splitLink/update',
  audience: ['console'],
  summary:
    'Changes a split link. Targets whose account link stays the same keep their visits. Takes effect within a second.',
  body: z
    .strictObject({ splitLinkId: id, version: z.int32(), ...form })
    .superRefine(checkTargets)
    .superRefine(checkSources)
    .superRefine(checkPreview),
  answer: splitLink,
  errors: [
    'split-domain.not-verified',
    'split-link.not-found',
    'split-link.name-taken',
    'split-link.source-unavailable',
    'resource.not-found',
    'resource.stale',
  ],
  audit: 'split-link.changed',
});

export const enableSplitLinks = endpoint({
  method: 'PUT',
  path: '/api/user/splitLink/enable',
  audience: ['console'],
  summary: 'Enables or disables split links: all of them, or none.',
  body: z.strictObject({ ids: idBatch, enabled: z.boolean() }),
  answer: batchAnswer,
  errors: ['split-link.not-found'],
  audit: ['split-link.enabled', 'split-link.disabled'],
});

export const deleteSplitLinks = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/delete',
  audience: ['console'],
  summary: 'Deletes split links with their visits: all of them, or none. Their codes are never reused.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['split-link.not-found'],
  audit: 'split-link.deleted',
});
