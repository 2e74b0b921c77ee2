import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { time } from '../values.ts';

/** The range of the days offline after which shared social accounts can be deleted. */
export const purgeDays = { least: 30, most: 365 } as const;

/** The number of days by which a deletion is announced in advance. */
export const purgeNoticeDays = 7;

/** The days that a workspace can set whose minimum is `least`. */
export const purgeDaysFrom = (least: number) => z.int().min(least).max(purgeDays.most);

const afterDays = purgeDaysFrom(purgeDays.least);

const accountPurge = z.object({
  /** Days offline after which a shared social account is deleted with its data; null: never. */
  afterDays: afterDays.nullable(),
  /** The minimum setting: more than the days after which an account counts as long inactive. */
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
    /** The number of shared social accounts that have been offline for this long. */
    due: z.int(),
    /**
     * The earliest time at which one of the currently shared accounts would be deleted; null: all are online, or none is
     * shared.
     */
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
    /** The setting to be replaced; if another one is in force, answers `resource.stale`. */
    replaces: afterDays.nullable(),
  }),
  answer: accountPurge,
  errors: ['resource.stale', 'channel.purge-too-early'],
  audit: 'workspace-settings.changed',
});
