/** Split links: short links that share visitors out over account links. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { batchAnswer, codePoints, id, idBatch, nameText, page, pageQuery, sortBy, time } from '../values.ts';
import { accountLinkLimits, isAccountLink, isWebLink } from './account-links.ts';
import {
  sourceAccountForm,
  splitSource,
  splitSourceForm,
  splitSourceLimits,
  targetCap,
  targetWeight,
} from './sources.ts';

/** The most split links of a workspace, contacts left on one, and its regions. */
export const splitLinkLimits = { workspace: 2_000, contacts: 5_000, regions: 250 } as const;

/** `online`: visitors go to targets whose social account is online; `full`: to all enabled targets. */
export const eligibility = z.enum(['online', 'full']);
/** `sequential`: in strict rotation; `random`: by chance. Both by the targets' weights. */
export const splitMode = z.enum(['random', 'sequential']);
/** The devices whose visitors are shared out; all others go to the default address. */
export const splitDevice = z.enum(['any', 'mobile', 'desktop']);
/** Countries, by ISO 3166-1 alpha-2, whose visitors are shared out; all others go to the default address. None: all. */
export const splitRegions = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(splitLinkLimits.regions)
  .refine((regions) => new Set(regions).size === regions.length);

const targetFields = {
  /** The account link, complete. */
  url: z.string(),
  /** The social account that the link leads to, by which `online` knows its state; null: it counts as online. */
  socialAccountId: id.nullable(),
  weight: targetWeight,
  /** The most visitors of a day; null: no limit. */
  dailyCap: targetCap.nullable(),
  enabled: z.boolean(),
};

const target = z.object({
  id,
  ...targetFields,
  /** Of the social account; null: there is none. */
  socialAccountName: z.string().nullable(),
  online: z.boolean().nullable(),
  /** Visits that led to it. */
  visits: z.int(),
  /** Of these, the ones that became a message, and a new fan. */
  conversions: z.int(),
  newFans: z.int(),
  /** The visitors of today that its daily cap has counted; null: it has no cap. */
  takenToday: z.int().nullable(),
});
export type SplitTarget = z.output<typeof target>;

/** A target that a source brings, or has brought. One that visitors were never sent to may be missing. */
const followedTarget = z.object({
  ...target.shape,
  /** Its account is with a source now; otherwise it keeps its counts, and gets no visitors. */
  present: z.boolean(),
});
export type FollowedTarget = z.output<typeof followedTarget>;

const listFields = {
  id,
  /** Of the workspace's owner. */
  emailAddress: z.string(),
  name: z.string(),
  /** The short link's last part. */
  code: z.string(),
  /** The short link, complete. */
  url: z.string(),
  /** Its link domain; null: none. */
  domainId: id.nullable(),
  /** The domain that `url` carries; null: the installation's address, also while the link's own isn't verified. */
  domain: z.string().nullable(),
  platform: platformId,
  eligibility,
  mode: splitMode,
  enabled: z.boolean(),
  /** The moment from which it leads nowhere but to its default address or page; null: none. */
  expiresAt: time.nullable(),
  remark: z.string(),
  targetCount: z.int(),
  /** Targets that a visitor could be sent to now, daily caps aside. */
  availableCount: z.int(),
  visits: z.int(),
  visitsToday: z.int(),
  /** Visits that became a message to one of the targets, and of these those that became a new fan. */
  conversions: z.int(),
  newFans: z.int(),
  /** Contact details that visitors left, in all. */
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
  /** The address of visitors for whom there is no target; null: the page on which they leave their contact. */
  defaultUrl: z.string().nullable(),
  /** The owner's text on that page; empty: Parley's. */
  pageText: z.string(),
  previewTitle: z.string(),
  previewText: z.string(),
  previewImageUrl: z.string().nullable(),
  /** Those whose account links were typed. */
  targets: z.array(target),
  /** The sub-accounts and work orders whose social accounts are targets, too. */
  sources: z.array(splitSource),
  /** The settings of single accounts of the sources. */
  accounts: z.array(sourceAccountForm),
  followedTargets: z.array(followedTarget),
});
export type SplitLink = z.output<typeof splitLink>;

/** A text of at most so many code points. */
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

/** The fields that all links of one request have in common. */
export const settingsForm = {
  platform: platformId,
  eligibility,
  mode: splitMode,
  /** A visitor's address keeps its target for 30 days, as long as that is enabled. */
  bindsAddress: z.boolean(),
  /** Account links carry the visit's token where they can, so that the first message shows which visit it comes from. */
  tracksFans: z.boolean().default(true),
  /** A link domain that is verified; null: the installation's address. */
  domainId: id.nullable().default(null),
  device: splitDevice.default('any'),
  regions: splitRegions.default([]),
  defaultUrl: z
    .string()
    .trim()
    .refine(isWebLink, { params: { rule: 'link' } })
    .nullable(),
  pageText: upTo(300),
  /** The preview in chats to which the short link is sent; without a title the target's own is shown. */
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
  /** At least one, or a source. */
  targets: z.array(targetForm).max(accountLinkLimits.count).default([]),
};

type PreviewForm = { previewTitle: string; previewText: string; previewImageUrl: string | null };

/** A preview has a title. */
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

/** Each source once, and each account. */
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

/** Each link once, and of the split link's platform; at least one, or a source. */
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

export const splitLinkPage = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/page',
  audience: ['console'],
  summary: 'The workspace’s split links, newest first; `search` matches names, remarks and codes.',
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(100).optional(),
    platform: platformId.optional(),
    enabled: z.stringbool().optional(),
    sort: splitLinkSort.optional(),
  }),
  answer: page(splitLinkListed),
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
