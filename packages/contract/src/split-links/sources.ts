/** Sources of a split link: sub-accounts and work orders whose social accounts are its targets while they belong to them. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../values.ts';
import { accountLinkLimits } from './account-links.ts';

/** Maximum number of sources per split link, of social accounts shown per source, and of accounts with settings. */
export const splitSourceLimits = { count: 20, shown: 500, accounts: 500 } as const;
/** Maximum weight and daily cap of a target. */
export const targetLimits = { weight: 100, dailyCap: 1_000_000 } as const;

export const targetWeight = z.int().min(1).max(targetLimits.weight);
/** Maximum number of visitors per day. */
export const targetCap = z.int().min(1).max(targetLimits.dailyCap);

export const splitSourceKind = z.enum(['sub-account', 'work-order']);
export type SplitSourceKind = z.output<typeof splitSourceKind>;

const sourceName = {
  kind: splitSourceKind,
  /** The id of the sub-account or work order. */
  id,
};

export const splitSourceForm = z.strictObject({
  ...sourceName,
  /** Applies to each of its accounts without its own setting. */
  weight: targetWeight.default(1),
  /** Likewise; null: no limit. */
  dailyCap: targetCap.nullable().default(null),
});

/** The settings of one social account of a source. Kept while the account is absent, and applied again when it returns. */
export const sourceAccountForm = z.strictObject({
  socialAccountId: id,
  /** Null: the source's. */
  weight: targetWeight.nullable().default(null),
  dailyCap: targetCap.nullable().default(null),
  enabled: z.boolean().default(true),
});
export type SourceAccountSettings = z.output<typeof sourceAccountForm>;

/**
 * The reason why an account is not a target. `no-link`: its platform provides no address at which customers write to it.
 * `typed`: its link is among the split link's own account links. `twice`: an earlier account has the same link. `too-many`: the
 * split link has the maximum number of targets.
 */
export const sourceObstacle = z.enum(['no-link', 'typed', 'twice', 'too-many']);
export type SourceObstacle = z.output<typeof sourceObstacle>;

const sourceAccount = z.object({
  socialAccountId: id,
  name: z.string(),
  /** Its account link; null: its platform provides none. */
  url: z.string().nullable(),
  online: z.boolean(),
  /** Null: it is a target. */
  obstacle: sourceObstacle.nullable(),
});
export type SplitSourceAccount = z.output<typeof sourceAccount>;

const shownSource = {
  ...sourceName,
  /** Null: deleted. */
  name: z.string().nullable(),
  /** `closed`: a work order that is closed or of another platform. `gone`: deleted. */
  state: z.enum(['active', 'closed', 'gone']),
  /** The social accounts of the platform that it provides, at most the first 500. */
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

/** Returns the accounts, each with the reason why it is no target, given the account links that were entered. */
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
