/** Prospective fans: contacts that visitors of split links have left, and their outcomes. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { codePoints, id, time } from '../values.ts';
import { prospectiveFanState } from './states.ts';

/** Maximum length of a note, and of a reason for giving up, in code points. */
export const prospectiveFanLimits = { note: 1_000, reason: 200 } as const;

/** A desk counts its open ones up to this number. */
export const maxProspectiveFansCounted = 99;

/** Maximum number of split links that a filter offers at once; a search finds the others. */
export const maxLinksOffered = 50;

const upTo = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => codePoints(text) <= max, { params: { rule: 'too-long', max } });

export const prospectiveFanNote = upTo(prospectiveFanLimits.note);
export const givingUpReason = upTo(prospectiveFanLimits.reason);

const left = {
  id,
  splitLinkId: id,
  splitLinkName: z.string(),
  /** The platform of the split link. */
  platform: platformId,
  /** The visitor's own words, untrusted; likewise the next two. */
  name: z.string(),
  /** A number, an address, a name on some platform. */
  contact: z.string(),
  message: z.string(),
  /** The language of the page that the visitor filled in, a BCP 47 tag; null: left before languages were stored. */
  language: z.string().nullable(),
  /** ISO 3166-1 alpha-2; null: unknown. */
  country: z.string().nullable(),
  createdAt: time,
};

const progress = {
  state: prospectiveFanState,
  /** The time since which it has this state. */
  since: time,
  /** The sub-account that has claimed or ended it; null: none, the owner, or a deleted one. */
  holder: z
    .object({
      id,
      name: z.string(),
      /** The name of the person at the desk; null: none was given. */
      authorName: z.string().nullable(),
    })
    .nullable(),
  /** The reason for giving up; empty: none was given, or it wasn't given up. */
  reason: z.string(),
  note: z.string(),
};

/** The conversation with the resulting fan. */
const conversation = z.object({
  id,
  title: z.string(),
  /** False: no name is known, and `title` is an id that means nothing to people. */
  named: z.boolean(),
});

export const prospectiveFan = z.object({
  ...left,
  ...progress,
  /** Null: unknown, or deleted. */
  conversation: conversation.nullable(),
});
export type ProspectiveFan = z.output<typeof prospectiveFan>;

export const deskProspectiveFan = prospectiveFan.extend({
  /** Only if it is this sub-account's own; otherwise null. */
  conversation: conversation.nullable(),
  /** True if this sub-account is the holder. */
  own: z.boolean(),
  /** True if another sub-account that still sees the entry is the holder: only that one or the owner can reopen it. */
  taken: z.boolean(),
});
export type DeskProspectiveFan = z.output<typeof deskProspectiveFan>;
