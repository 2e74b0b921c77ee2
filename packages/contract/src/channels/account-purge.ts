import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { time } from '../values.ts';

/** The days offline after which shared social accounts can be deleted. */
export const purgeDays = { least: 30, most: 365 } as const;

/** For so many days an account is announced before it is deleted. */
export const purgeNoticeDays = 7;

const afterDays = z.int().min(purgeDays.least).max(purgeDays.most);

const accountPurge = z.object({
  /** Days offline after which a shared social account is deleted with its data; null: none is. */
  afterDays: afterDays.nullable(),
  /** The fewest days that can be set: more than those after which an account counts as long inactive. */
  leastDays: z.int(),
});
export type AccountPurge = z.output<typeof accountPurge>;

export const getAccountPurge = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/purge',
  audience: ['console'],
  summary: 'The number of days offline after which social accounts shown by a work order’s link are deleted.',
  answer: accountPurge,
});

export const previewAccountPurge = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/purge/preview',
  audience: ['console'],
  summary: 'What a setting of this many days would delete, and when.',
  query: z.strictObject({ afterDays: z.coerce.number().pipe(afterDays) }),
  answer: z.object({
    /** Shared social accounts that have been offline for so long. */
    due: z.int(),
    /** The earliest time at which one of today’s shared accounts would be deleted; null: all are online, or none is shared. */
    firstAt: time.nullable(),
  }),
});
export type AccountPurgePreview = z.output<(typeof previewAccountPurge)['answer']>;

export const setAccountPurge = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/purge',
  audience: ['console'],
  summary:
    'Sets the number of days offline after which shared social accounts are deleted with their conversations, messages and fans. Each deletion is announced seven days ahead, again after a change of the setting. An account is kept if it comes online, or if no link shows it any more.',
  body: z.strictObject({
    afterDays: afterDays.nullable(),
    /** The setting that it replaces; another one in force answers `resource.stale`. */
    replaces: afterDays.nullable(),
  }),
  answer: accountPurge,
  errors: ['resource.stale', 'channel.purge-too-early'],
  audit: 'workspace-settings.changed',
});
