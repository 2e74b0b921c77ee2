/** Split links: short links that share visitors out over account links. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { prospectiveFanState } from '../prospective-fans/states.ts';
import {
  batchAnswer,
  codePoints,
  cursorPage,
  cursorQuery,
  id,
  idBatch,
  isVisible,
  nameText,
  page,
  pageQuery,
  sortBy,
  time,
} from '../values.ts';
import { accountLinkLimits, isAccountLink, isWebLink } from './account-links.ts';

/** The most split links of a workspace, contacts left on one, its regions, and the greatest weight and daily cap of a target. */
export const splitLinkLimits = {
  workspace: 2_000,
  contacts: 5_000,
  weight: 100,
  regions: 250,
  dailyCap: 1_000_000,
} as const;

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
  weight: z.int().min(1).max(splitLinkLimits.weight),
  /** The most visitors of a day; null: no limit. */
  dailyCap: z.int().min(1).max(splitLinkLimits.dailyCap).nullable(),
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

const listFields = {
  id,
  /** Of the workspace's owner. */
  emailAddress: z.string(),
  name: z.string(),
  /** The short link's last part. */
  code: z.string(),
  /** The short link, complete. */
  url: z.string(),
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
  targets: z.array(target),
});
export type SplitLink = z.output<typeof splitLink>;

const upTo = (max: number) =>
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

const form = {
  name: nameText(40),
  platform: platformId,
  eligibility,
  mode: splitMode,
  /** A visitor's address keeps its target for 30 days, as long as that is enabled. */
  bindsAddress: z.boolean(),
  /** Account links carry the visit's token where they can, so that the first message shows which visit it comes from. */
  tracksFans: z.boolean().default(true),
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
  targets: z.array(targetForm).min(1).max(accountLinkLimits.count),
};

type PreviewForm = { previewTitle: string; previewText: string; previewImageUrl: string | null };

/** A preview has a title. */
const checkPreview = (
  { previewTitle, previewText, previewImageUrl }: PreviewForm,
  context: z.RefinementCtx,
) => {
  if (previewTitle !== '' || (previewText === '' && previewImageUrl === null)) return;
  context.addIssue({ code: 'custom', path: ['previewTitle'], params: { rule: 'empty' } });
};

type TargetsForm = { platform: z.output<typeof platformId>; targets: readonly { url: string }[] };

/** Each link once, and of the split link's platform. */
const checkTargets = ({ platform, targets }: TargetsForm, context: z.RefinementCtx) => {
  const seen = new Set<string>();
  for (const [index, { url }] of targets.entries()) {
    const rule = seen.has(url) ? 'link-twice' : isAccountLink(platform, url) ? null : 'link';
    seen.add(url);
    if (rule === null) continue;
    context.addIssue({ code: 'custom', path: ['targets', index, 'url'], params: { rule } });
  }
};

export const splitLinkForm = z.strictObject(form).superRefine(checkTargets).superRefine(checkPreview);
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
  summary: 'One split link with its targets.',
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
  errors: ['split-link.name-taken', 'split-link.too-many', 'resource.not-found'],
  audit: 'split-link.created',
});

export const updateSplitLink = endpoint({
  method: 'PUT',
  path: '/api/user/splitLink/update',
  audience: ['console'],
  summary: 'Changes a split link. Targets whose link stays keep their visits. In effect within a second.',
  body: z
    .strictObject({ splitLinkId: id, version: z.int32(), ...form })
    .superRefine(checkTargets)
    .superRefine(checkPreview),
  answer: splitLink,
  errors: ['split-link.not-found', 'split-link.name-taken', 'resource.not-found', 'resource.stale'],
  audit: 'split-link.changed',
});

export const enableSplitLinks = endpoint({
  method: 'PUT',
  path: '/api/user/splitLink/enable',
  audience: ['console'],
  summary: 'Enables or disables split links: all of these, or none.',
  body: z.strictObject({ ids: idBatch, enabled: z.boolean() }),
  answer: batchAnswer,
  errors: ['split-link.not-found'],
  audit: ['split-link.enabled', 'split-link.disabled'],
});

export const deleteSplitLinks = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/delete',
  audience: ['console'],
  summary: 'Deletes split links with their visits: all of these, or none. Their codes are never used again.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['split-link.not-found'],
  audit: 'split-link.deleted',
});

/** `target`: sent to an account link; `default`: to the default address; `page`: shown the page. */
export const visitOutcome = z.enum(['target', 'default', 'page']);

const visit = z.object({
  id,
  at: time,
  outcome: visitOutcome,
  /** The address that the visitor was sent to; null: the page. */
  url: z.string().nullable(),
  /** As it is stored. */
  address: z.string(),
  userAgent: z.string(),
  /** ISO 3166-1 alpha-2; null: not known. */
  country: z.string().nullable(),
  city: z.string().nullable(),
});
export type SplitVisit = z.output<typeof visit>;

export const splitLinkVisits = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/visits',
  audience: ['console'],
  summary: 'The visits of a split link, latest first.',
  query: z.strictObject({ ...cursorQuery, splitLinkId: id }),
  answer: cursorPage(visit),
  errors: ['split-link.not-found'],
});

/**
 * The fan of a conversion as it counted: `new`, `repeat` and `base` by the verdict of the first message after the visit;
 * `known`: the fan had written before, or another conversion has that verdict.
 */
export const conversionVerdict = z.enum(['new', 'repeat', 'base', 'known']);

const conversion = z.object({
  /** Of the visit. */
  id,
  at: time,
  visitedAt: time,
  /** The target that the visit was sent to. */
  url: z.string(),
  /** Null: deleted since. */
  socialAccountName: z.string().nullable(),
  subAccountName: z.string().nullable(),
  fanId: id,
  /** Null: the fan has none, or was deleted since. */
  fanName: z.string().nullable(),
  verdict: conversionVerdict,
});
export type SplitConversion = z.output<typeof conversion>;

export const splitLinkConversions = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/conversions',
  audience: ['console'],
  summary: 'The visits of a split link that became a message, latest first.',
  query: z.strictObject({ ...cursorQuery, splitLinkId: id }),
  answer: cursorPage(conversion),
  errors: ['split-link.not-found'],
});

const leftContact = z.object({
  id,
  name: z.string(),
  /** As the visitor typed it: a number, an address, a name on some platform. */
  contact: z.string(),
  message: z.string(),
  at: time,
  /** Its state as a prospective fan. */
  state: prospectiveFanState,
});
export type SplitContact = z.output<typeof leftContact>;

export const splitLinkContacts = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/contacts',
  audience: ['console'],
  summary: 'The contact details that visitors of a split link left, latest first.',
  query: z.strictObject({ ...cursorQuery, splitLinkId: id }),
  answer: cursorPage(leftContact),
  errors: ['split-link.not-found'],
});

/** The most code points of what a visitor leaves. */
export const contactLimits = { name: 60, contact: 120, message: 500 } as const;

/** The fields of the form on the page of a split link. */
export const contactForm = z.strictObject({
  name: upTo(contactLimits.name),
  contact: upTo(contactLimits.contact).refine(isVisible, { params: { rule: 'empty' } }),
  message: upTo(contactLimits.message),
});
