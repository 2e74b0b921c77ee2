import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { calendarDay } from '../characters/records.ts';
import { id, time } from '../values.ts';
import { attachment, messageKind } from './attachments.ts';
import { groupState } from './groups.ts';

/**
 * none: nothing to translate (same language, switched off, nothing but links). pending: under way.
 * done: `translation` is set. failed: see `translationProblem`; the original is shown.
 */
const translationState = z.enum(['none', 'pending', 'done', 'failed']);

/** Why there is no translation; the client words it. */
const translationProblem = z.enum([
  'engines-failed',
  'characters-short',
  'language-unsupported',
  // The anonymous customer, or all of the website's together, had as much translated today as the owner allows.
  'visitor-budget',
  'site-budget',
]);

/**
 * Outbound: translating → queued → sending → sent → delivered → read, or failed from any of the first three, or
 * `unconfirmed`: the platform was asked but never answered whether it accepted it, and asking twice could send twice.
 * Inbound: `received`.
 */
export const deliveryState = z.enum([
  'received',
  'translating',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'unconfirmed',
]);
export type DeliveryState = z.output<typeof deliveryState>;

/** The emoji that agents react with: each platform that takes reactions takes these. */
export const reactionEmoji = z.enum(['👍', '❤', '😁', '🎉', '🔥', '🙏']);
export type ReactionEmoji = z.output<typeof reactionEmoji>;

const reaction = z.object({
  emoji: z.string(),
  /** The people who have it. */
  count: z.int(),
  /** The business is one of them. */
  own: z.boolean(),
});

/** An agent's change that the platform doesn't have yet (`queued`), or has refused (`failed`). */
const messageChange = z.object({
  kind: z.enum(['edit', 'delete', 'react']),
  state: z.enum(['queued', 'failed']),
  /** The platform's or Parley's own reason. */
  problem: z.string().nullable(),
  /** The new text of an edit, as the agent wrote it. */
  text: z.string().nullable(),
});

export const message = z.object({
  id,
  conversationId: id,
  /** This message's place in the conversation. */
  seq: z.int(),
  /** The conversation's number of this message's latest change; at least `seq`. */
  changedSeq: z.int(),
  direction: z.enum(['in', 'out']),
  kind: messageKind,
  /**
   * The text as its author wrote it, of a medium its caption or empty; for `unsupported` the platform's word for what it
   * was.
   */
  original: z.string(),
  /** The content beside the text; null for `text` and `unsupported`, and when it is `erased`. */
  attachment: attachment.nullable(),
  originalLanguage: z.string().nullable(),
  /** Inbound: in the agent's language. Outbound: what the customer gets. */
  translation: z.string().nullable(),
  translationLanguage: z.string().nullable(),
  translationState,
  translationProblem: translationProblem.nullable(),
  /** Characters charged for this message. */
  characters: z.int(),
  delivery: deliveryState,
  /** The platform's or Parley's own reason, while `failed` or `unconfirmed`. */
  deliveryProblem: z.string().nullable(),
  /** Outbound: an automatic reply. */
  automatic: z.boolean(),
  /** Outbound: who wrote it; null: an automatic reply, or not known. */
  author: z
    .object({
      subAccountId: id,
      /** The name that the person at the desk gave; null: none. */
      name: z.string().nullable(),
    })
    .nullable(),
  /** The member of a group who wrote it, by the name at that time; null: outbound, or private. */
  sender: z.object({ id, name: z.string() }).nullable(),
  /** The members of a group whom it mentions, by their places in `original` (UTF-16 units), in order. */
  mentions: z.array(
    z.object({
      start: z.int(),
      length: z.int(),
      /** Null: the social account itself. */
      memberId: id.nullable(),
    }),
  ),
  /** Outbound: written with the social account in another program, not through Parley. */
  elsewhere: z.boolean(),
  /** Its texts are not kept, or not for this reader: `original` is empty, `translation` null. */
  erased: z.boolean(),
  /** The time of its last edit; null: never edited. */
  editedAt: time.nullable(),
  /** The time at which its author took it back; null: it stands. Desks then get neither text nor attachment, the owner does. */
  deletedAt: time.nullable(),
  /** The message of this conversation that it answers. */
  replyTo: z.object({ id, seq: z.int() }).nullable(),
  reactions: z.array(reaction),
  change: messageChange.nullable(),
  /** Outbound: the message template that it is, and its translation for the agent, if there is one; null: none. */
  template: z
    .object({
      name: z.string(),
      language: z.string(),
      translation: z.string().nullable(),
      translationLanguage: z.string().nullable(),
    })
    .nullable(),
  /** The platform's time for inbound, the server's for outbound. */
  sentAt: time,
});
export type Message = z.output<typeof message>;

export const conversation = z.object({
  id,
  socialAccountId: id,
  platform: platformId,
  kind: z.enum(['private', 'group']),
  /** The customer's name, or the group's; untrusted text. */
  title: z.string(),
  /** False: no name is known, and `title` is an id without meaning for people. */
  named: z.boolean(),
  /** The agents' name for the customer (see the customer profile), if any. Desk only: null for the console. */
  alias: z.string().nullable(),
  /** The state of a group and the social account's part in it; null for private ones. */
  group: groupState.nullable(),
  fan: z
    .object({
      id,
      verdict: z.enum(['base', 'new', 'repeat']).nullable(),
      /** The owner's tags of this person on this social account. */
      tagIds: z.array(id),
    })
    .nullable(),
  /** The number of the latest event. A client that has seen N asks for the events since N. */
  lastSeq: z.int(),
  /** The event up to which this sub-account's agents have read. */
  readSeq: z.int(),
  unread: z.int(),
  lastMessage: message.nullable(),
  lastMessageAt: time.nullable(),
  /** The customer's language, detected or pinned by an agent. */
  customerLanguage: z.string().nullable(),
  customerLanguagePinned: z.boolean(),
  /** The time at which an agent pinned it. */
  pinnedAt: time.nullable(),
  /** Out of the open list until then, or until the customer writes. */
  snoozedUntil: time.nullable(),
  /** The end of a snooze: it is placed in the open list as if a message had come then. */
  wokenAt: time.nullable(),
  /** The time at which an agent closed it; the customer's next message opens it again, unless it is archived. */
  closedAt: time.nullable(),
  archivedAt: time.nullable(),
  /** The time since which the customer waits for an agent's answer; an automatic reply is none. */
  waitingSince: time.nullable(),
  /** It came from another sub-account, whose social account it is; null: it is this sub-account's own. */
  handOver: z
    .object({
      /** The owner's name for the sub-account that gave it. */
      from: z.string(),
      /** The name of the person who did; null: none was given. */
      authorName: z.string().nullable(),
      note: z.string(),
      at: time,
    })
    .nullable(),
  /** The platform's time of the customer's last message, from which reply windows count. */
  customerWroteAt: time.nullable(),
});
export type Conversation = z.output<typeof conversation>;

export const conversationParams = z.strictObject({ conversationId: id });
export const fileParams = z.strictObject({ conversationId: id, fileId: id });

export const historyQuery = z.strictObject({
  /** Messages before this place; left out: the latest. */
  before: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const eventsQuery = z.strictObject({
  since: z.coerce.number().int().min(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export const events = z.object({
  /** New or changed since, in the order of their latest change, each in its present state. */
  messages: z.array(message),
  /** Ask again from here, at once while there are `more`. */
  seq: z.int(),
  more: z.boolean(),
});

export const history = z.object({
  /** Oldest first. */
  messages: z.array(message),
  /** The conversation's latest event when this was read: resume from here. */
  lastSeq: z.int(),
  more: z.boolean(),
});

/** At most one of the places; without any, the end of the conversation. */
export const placedHistoryQuery = historyQuery.extend({
  /** Messages after this place. */
  after: z.coerce.number().int().optional(),
  /** Messages on both sides of this place, and the one there. */
  around: z.coerce.number().int().optional(),
  /** Messages on both sides of the first one of this day or later, in the workspace's time zone. */
  day: calendarDay.optional(),
});

export const placedHistory = history.extend({
  /** Are there messages after these? `more`: before them. */
  moreAfter: z.boolean(),
  /** The message that `around` or `day` asks for; null: there is none so late, or no such question. */
  focusId: id.nullable(),
});
