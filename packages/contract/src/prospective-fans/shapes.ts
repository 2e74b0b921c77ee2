/** Prospective fans: contacts that visitors of split links left, and what became of them. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { codePoints, id, time } from '../values.ts';
import { prospectiveFanState } from './states.ts';

/** The longest note, and the longest reason for giving up, in code points. */
export const prospectiveFanLimits = { note: 1_000, reason: 200 } as const;

/** The number up to which a desk counts its open ones. */
export const mostProspectiveFansCounted = 99;

/** The most split links that a filter offers at a time: a search finds the others. */
export const mostLinksOffered = 50;

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
  /** Of the split link. */
  platform: platformId,
  /** The visitor's own words, untrusted, in these three. */
  name: z.string(),
  /** A number, an address, a name on some platform. */
  contact: z.string(),
  message: z.string(),
  /** The language of the page that the visitor filled in, a BCP 47 tag; null: left before languages were kept. */
  language: z.string().nullable(),
  /** ISO 3166-1 alpha-2; null: not known. */
  country: z.string().nullable(),
  createdAt: time,
};

const progress = {
  state: prospectiveFanState,
  /** The time of the present state. */
  since: time,
  /** The sub-account that has claimed it or ended it; null: none, the owner, or one that is deleted. */
  holder: z
    .object({
      id,
      name: z.string(),
      /** The name of the person at the desk; null: none was given. */
      authorName: z.string().nullable(),
    })
    .nullable(),
  /** Why it was given up; empty: not said, or it wasn't. */
  reason: z.string(),
  note: z.string(),
};

/** The conversation that it became. */
const conversation = z.object({
  id,
  title: z.string(),
  /** False: no name is known, and `title` is an id without meaning for people. */
  named: z.boolean(),
});

export const prospectiveFan = z.object({
  ...left,
  ...progress,
  /** Null: none is known, or it was deleted. */
  conversation: conversation.nullable(),
});
export type ProspectiveFan = z.output<typeof prospectiveFan>;

export const deskProspectiveFan = prospectiveFan.extend({
  /** Only this sub-account's own; another's is null. */
  conversation: conversation.nullable(),
  /** This sub-account is the holder. */
  own: z.boolean(),
  /** Another sub-account is, and sees the entry still: its state is not this one's to change until that reopens it, or the owner does. */
  taken: z.boolean(),
});
export type DeskProspectiveFan = z.output<typeof deskProspectiveFan>;
