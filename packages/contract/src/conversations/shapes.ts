import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { calendarDay } from '../characters/records.ts';
import { id, time } from '../values.ts';
import { attachment, messageKind } from './attachments.ts';
import { groupState } from './groups.ts';

/**
 * none: nothing to translate (same language, switched off, only links). pending: in progress. done: `translation` is set.
 * failed: see `translationProblem`; the original is shown.
 */
const translationState = z.enum(['none', 'pending', 'done', 'failed']);

/** The reason why there is no translation; the client provides the wording. */
const translationProblem = z.enum([
  'engines-failed',
  'characters-short',
  'language-unsupported',
  // Today's limit for this anonymous customer, or for all of the website's together, is used up.
  'visitor-budget',
  'site-budget',
]);

/**
 * Outbound: translating → queued → sending → sent → delivered → read, or failed from any of the first three, or `unconfirmed`:
 * the platform never confirmed whether it accepted the message, so a retry could send it twice. Inbound: `received`.
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

/** The emoji with which agents can react; every platform with reactions accepts them. */
export const reactionEmoji = z.enum(['👍', '❤', '😁', '🎉', '🔥', '🙏']);
export type ReactionEmoji = z.output<typeof reactionEmoji>;

const reaction = z.object({
  emoji: z.string(),
  /** The number of people with this reaction. */
  count: z.int(),
  /** True if the business is one of them. */
  own: z.boolean(),
});

/** An agent's change that the platform hasn't confirmed yet (`queued`) or has refused (`failed`). */
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
  /** The text as its author wrote it; for a medium its caption, or empty; for `unsupported` the platform's name of the kind. */
  original: z.string(),
  /** The content besides the text; null for `text` and `unsupported`, and if `erased`. */
  attachment: attachment.nullable(),
  originalLanguage: z.string().nullable(),
  /** Inbound: in the agent's language. Outbound: what the customer receives. */
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
  /** Outbound: the author; null: an automatic reply, or unknown. */
  author: z
    .object({
      subAccountId: id,
      /** The name that the person at the desk chose; null: none. */
      name: z.string().nullable(),
    })
    .nullable(),
  /** The group member who wrote it, with the name at that time; null: outbound, or private. */
  sender: z.object({ id, name: z.string() }).nullable(),
  /** The group members mentioned in it, with their ranges in `original` (UTF-16 units), in order. */
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
  /**
   * The time at which its author deleted it; null: not deleted. Desks then receive neither text nor attachment, the owner does.
   */
  deletedAt: time.nullable(),
  /** The message of this conversation to which it replies. */
  replyTo: z.object({ id, seq: z.int() }).nullable(),
  reactions: z.array(reaction),
  change: messageChange.nullable(),
  /** Outbound: the message template that was sent, with its translation for the agent, if any; null: none. */
  template: z
    .object({
      name: z.string(),
      language: z.string(),
      translation: z.string().nullable(),
      translationLanguage: z.string().nullable(),
    })
    .nullable(),
  /** The platform's time for inbound messages, the server's for outbound ones. */
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
  /** False: no name is known, and `title` is an id that means nothing to people. */
  named: z.boolean(),
  /** The agents' name for the customer (see the customer profile), if any. Desk only: null in the console. */
  alias: z.string().nullable(),
  /** The state of a group and of the social account's membership; null for private conversations. */
  group: groupState.nullable(),
  fan: z
    .object({
      id,
      verdict: z.enum(['base', 'new', 'repeat']).nullable(),
      /** The owner's tags of this fan of this social account. */
      tagIds: z.array(id),
    })
    .nullable(),
  /** The number of the latest event. A client that has seen N requests the events since N. */
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
  /** Hidden from the open list until this time, or until the customer writes. */
  snoozedUntil: time.nullable(),
  /** The end of a snooze: the conversation is sorted into the open list as if a message had arrived then. */
  wokenAt: time.nullable(),
  /** The time at which an agent closed it; the customer's next message reopens it, unless it is archived. */
  closedAt: time.nullable(),
  archivedAt: time.nullable(),
  /** The time since which the customer awaits an agent's reply; automatic replies don't count. */
  waitingSince: time.nullable(),
  /** The hand-over by which it came from the sub-account of its social account; null: it is this sub-account's own. */
  handOver: z
    .object({
      /** The owner's name for the sub-account that handed it over. */
      from: z.string(),
      /** The name of the person who handed it over; null: none was given. */
      authorName: z.string().nullable(),
      note: z.string(),
      at: time,
    })
    .nullable(),
  /** The platform's time of the customer's last message, from which reply windows are measured. */
  customerWroteAt: time.nullable(),
});
export type Conversation = z.output<typeof conversation>;

export const conversationParams = z.strictObject({ conversationId: id });
export const fileParams = z.strictObject({ conversationId: id, fileId: id });

export const historyQuery = z.strictObject({
  /** Messages before this place; default: the latest. */
  before: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const eventsQuery = z.strictObject({
  since: z.coerce.number().int().min(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export const events = z.object({
  /** Messages that are new or changed since, in the order of their latest change, in their current state. */
  messages: z.array(message),
  /** The next request's `since`; request again at once while there are `more`. */
  seq: z.int(),
  more: z.boolean(),
});

export const history = z.object({
  /** Oldest first. */
  messages: z.array(message),
  /** The conversation's latest event at the time of reading, from which to resume. */
  lastSeq: z.int(),
  more: z.boolean(),
});

/** At most one of the places; without any, the latest messages. */
export const placedHistoryQuery = historyQuery.extend({
  /** Messages after this place. */
  after: z.coerce.number().int().optional(),
  /** Messages before and after this place, including the one at it. */
  around: z.coerce.number().int().optional(),
  /** Messages around the first one of this day or later, in the workspace's time zone. */
  day: calendarDay.optional(),
});

export const placedHistory = history.extend({
  /** True if there are messages after these. `more`: before them. */
  moreAfter: z.boolean(),
  /** The message that `around` or `day` refers to; null: there is none that late, or neither was given. */
  focusId: id.nullable(),
});
