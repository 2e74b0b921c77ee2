/**
 * Sources of a split link: sub-accounts and work orders whose social accounts are its targets for as long as they are there.
 */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../values.ts';
import { accountLinkLimits } from './account-links.ts';

/** The most sources of a split link, social accounts that the answer shows of one, and accounts with settings. */
export const splitSourceLimits = { count: 20, shown: 500, accounts: 500 } as const;
/** The greatest weight and daily cap of a target. */
export const targetLimits = { weight: 100, dailyCap: 1_000_000 } as const;

export const targetWeight = z.int().min(1).max(targetLimits.weight);
/** The most visitors of a day. */
export const targetCap = z.int().min(1).max(targetLimits.dailyCap);

export const splitSourceKind = z.enum(['sub-account', 'work-order']);
export type SplitSourceKind = z.output<typeof splitSourceKind>;

const sourceName = {
  kind: splitSourceKind,
  /** Of the sub-account or work order. */
  id,
};

export const splitSourceForm = z.strictObject({
  ...sourceName,
  /** Of each of its accounts for which nothing else is set. */
  weight: targetWeight.default(1),
  /** Likewise; null: no limit. */
  dailyCap: targetCap.nullable().default(null),
});

/** The settings of one social account of a source. Kept while the account is away, and for good when it comes back. */
export const sourceAccountForm = z.strictObject({
  socialAccountId: id,
  /** Null: its source's. */
  weight: targetWeight.nullable().default(null),
  dailyCap: targetCap.nullable().default(null),
  enabled: z.boolean().default(true),
});
export type SourceAccountSettings = z.output<typeof sourceAccountForm>;

/**
 * Why an account is no target. `no-link`: its platform gives no address at which customers write to it. `typed`: its link is
 * among the split link's own account links. `twice`: an account before it has the same link. `too-many`: the split link has as
 * many targets as it can have.
 */
export const sourceObstacle = z.enum(['no-link', 'typed', 'twice', 'too-many']);
export type SourceObstacle = z.output<typeof sourceObstacle>;

const sourceAccount = z.object({
  socialAccountId: id,
  name: z.string(),
  /** Its account link; null: its platform gives none. */
  url: z.string().nullable(),
  online: z.boolean(),
  /** Null: it is a target. */
  obstacle: sourceObstacle.nullable(),
});
export type SplitSourceAccount = z.output<typeof sourceAccount>;

const shownSource = {
  ...sourceName,
  /** Null: it is gone. */
  name: z.string().nullable(),
  /** `closed`: a work order that is closed or of another platform; `gone`: deleted. */
  state: z.enum(['active', 'closed', 'gone']),
  /** The social accounts of the platform that it brings, at most the first 500. */
  accounts: z.array(sourceAccount),
};
export const previewedSource = z.object(shownSource);
export type PreviewedSource = z.output<typeof previewedSource>;

export const splitSource = z.object({
  ...shownSource,
  weight: z.int(),
  dailyCap: z.int().nullable(),
});
export type SplitSource = z.output<typeof splitSource>;

/** Returns the accounts with what keeps each from being a target, beside the account links that were typed. */
export function withObstacles<Account extends { url: string | null }>(
  accounts: readonly Account[],
  typed: Iterable<string>,
): (Account & { obstacle: SourceObstacle | null })[] {
  const own = new Set(typed);
  const taken = new Set<string>();
  return accounts.map((account) => {
    const obstacle = obstacleOf(account.url, own, taken);
    if (obstacle === null && account.url !== null) taken.add(account.url);
    return { ...account, obstacle };
  });
}

function obstacleOf(
  url: string | null,
  typed: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): SourceObstacle | null {
  if (url === null) return 'no-link';
  if (typed.has(url)) return 'typed';
  if (taken.has(url)) return 'twice';
  return typed.size + taken.size < accountLinkLimits.count ? null : 'too-many';
}

export const previewSplitSources = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/sources/preview',
  audience: ['console'],
  summary:
    'The targets that sub-accounts and work orders would currently add to a split link of this platform, in their order.',
  body: z.strictObject({
    platform: platformId,
    sources: z.array(z.strictObject(sourceName)).max(splitSourceLimits.count),
  }),
  answer: z.object({ list: z.array(previewedSource) }),
  audit: { none: 'Reads, and stores nothing.' },
});
