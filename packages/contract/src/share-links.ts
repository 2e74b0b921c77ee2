/** Common parts of links that show something without a login. */
import { z } from 'zod';
import { codePoints, nameText, time } from './values.ts';

export const shareAccess = z.enum(['password', 'public']);
export type ShareAccess = z.output<typeof shareAccess>;

export const shareStatus = z.enum(['enabled', 'disabled', 'cancelled', 'expired']);
export type ShareStatus = z.output<typeof shareStatus>;

export const sharePassword = z
  .string()
  .min(4)
  .refine((text) => codePoints(text) >= 4, { params: { rule: 'too-short', min: 4 } })
  .refine((text) => !/[\p{Cc}\p{Cs}\s]/u.test(text), { params: { rule: 'unprintable' } })
  .refine((text) => codePoints(text) <= 8, { params: { rule: 'too-long', max: 8 } });

/** The validity of a link, in days. */
export const validDays = z.int().min(1).max(3_650);

export const linkForm = {
  title: nameText(60),
  access: shareAccess,
  /** Days from the time of sharing; null: no limit. */
  validDays: validDays.nullable(),
};

/** The URL parameter that holds a link's token. */
export const shareParameter = 'share';
/** The headers that carry token and pass. */
export const shareTokenHeader = 'x-share-token';
export const sharePassHeader = 'x-share-pass';
export const shareToken = z.string().max(100);
export const sharePass = z.string().max(200);

/** The answer to opening a link. */
export const openedLink = z.object({
  /** Null: the link is public and needs no pass. */
  pass: sharePass.nullable(),
  /** The time at which the pass expires. */
  expiresAt: time.nullable(),
});
