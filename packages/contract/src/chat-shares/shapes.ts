/** Links by which anyone can read one conversation without a login. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { mediaAttachment, messageKind } from '../conversations/attachments.ts';
import {
  linkForm,
  type ShareAccess,
  type ShareStatus,
  shareAccess,
  sharePassword,
  shareStatus,
  validDays,
} from '../share-links.ts';
import { id, time } from '../values.ts';

export { type ShareAccess, type ShareStatus, shareAccess, sharePassword, shareStatus, validDays };

export const chatShareForm = {
  ...linkForm,
  /** Null: the current one stays. */
  password: sharePassword.nullable(),
};

export const chatShare = z.object({
  id,
  conversation: z.object({
    id,
    platform: platformId,
    /** As in the list of conversations. */
    title: z.string(),
    named: z.boolean(),
  }),
  title: z.string(),
  /** The link's path and query, relative to this page's host. */
  path: z.string(),
  access: shareAccess,
  status: shareStatus,
  validDays: z.int().nullable(),
  sharedAt: time,
  expiresAt: time.nullable(),
  /** The number of times the page was opened. */
  opens: z.int(),
  lastOpenedAt: time.nullable(),
  version: z.int32(),
});
export type ChatShare = z.output<typeof chatShare>;

/** A file is requested by the place of its message. */
const sharedMedia = mediaAttachment.omit({ fileId: true, problem: true });

const sharedContact = z.object({ type: z.literal('contact'), name: z.string(), phones: z.array(z.string()) });

const sharedLocation = z.object({
  type: z.literal('location'),
  latitude: z.number(),
  longitude: z.number(),
  name: z.string().nullable(),
  address: z.string().nullable(),
});

/** A message as shown to the holder of a link, without ids. */
export const sharedMessage = z.object({
  /** Its place in the conversation. */
  seq: z.int(),
  from: z.enum(['customer', 'business']),
  /** In a group, the name of the member who wrote it; null: none, or a name by which the member could be contacted. */
  sender: z.string().nullable(),
  kind: messageKind,
  /** As its author wrote it; untrusted. Empty for `unsupported`. */
  text: z.string(),
  language: z.string().nullable(),
  /** The customer's text in the agent's language, or the text that the customer received. */
  translation: z.string().nullable(),
  translationLanguage: z.string().nullable(),
  attachment: z.discriminatedUnion('type', [sharedMedia, sharedContact, sharedLocation]).nullable(),
  edited: z.boolean(),
  /** The place of the message to which it replies, which may not be shown. */
  answers: z.int().nullable(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.int() })),
  at: time,
});
export type SharedMessage = z.output<typeof sharedMessage>;

export const sharedChat = z.object({
  title: z.string(),
  /** The customer's name, or the group's; null: a visitor's, or only a number or an address is known. */
  name: z.string().nullable(),
  /** Distinguishes an unnamed website visitor, named `Visitor` and this. Null: there is a name, or none may be shown. */
  visitor: z.string().nullable(),
  expiresAt: time.nullable(),
  /** Ordered by place, ascending. */
  messages: z.array(sharedMessage),
  /** Places of messages that are not shown, or no longer. Only with `since`. */
  gone: z.array(z.int()),
  /** True if there are earlier messages. Only without `since`. */
  more: z.boolean(),
  /** The latest event included in this answer, for the next request's `since`. */
  lastSeq: z.int(),
});
export type SharedChat = z.output<typeof sharedChat>;
