import type { PlatformId } from '@parley/contract/catalogues';
import type { Attachment, DeliveryState, MediaAttachment, MessageKind } from '@parley/contract/conversations';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, id, moment, workspaceId } from '../base/db/columns.ts';
import type { LanguagePrior } from './conversations/language-prior.ts';
import type { StoredGroupState, StoredMention } from './conversations/members.ts';

export type { LanguagePrior };

export const conversations = pgTable(
  'conversations',
  {
    workspaceId: workspaceId(),
    id: id(),
    socialAccountId: uuid('social_account_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    platform: text('platform').$type<PlatformId>().notNull(),
    chatId: text('chat_id').notNull(),
    kind: text('kind').$type<'private' | 'group'>().notNull(),
    title: text('title').notNull(),
    fanId: uuid('fan_id'),
    lastSeq: count('last_seq').notNull().default(0),
    readSeq: count('read_seq').notNull().default(0),
    unread: integer('unread').notNull().default(0),
    lastMessageId: uuid('last_message_id'),
    lastMessageAt: moment('last_message_at'),
    customerLanguage: text('customer_language'),
    customerLanguagePinned: boolean('customer_language_pinned').notNull().default(false),
    languagePrior: jsonb('language_prior').$type<LanguagePrior>(),
    createdAt: createdAt(),
    /** Up to where versions without `withheld` erased texts; no longer read. */
    erasedTo: moment('erased_to'),
    erasedSeq: count('erased_seq').notNull().default(0),
    pinnedAt: moment('pinned_at'),
    /** Null again once that time has passed or the customer has written. */
    snoozedUntil: moment('snoozed_until'),
    /** The time at which the last snooze expired: sorts the conversation in the list, as a message's time does. */
    wokenAt: moment('woken_at'),
    closedAt: moment('closed_at'),
    /** Set: the conversation is closed, and remains so when the customer writes. */
    archivedAt: moment('archived_at'),
    /** The time of the customer’s first message since an agent’s last one. */
    waitingSince: moment('waiting_since'),
    /** The hand-over to a sub-account that doesn't own its social account; null: the social account's own sub-account has it. */
    handOverId: uuid('hand_over_id'),
    /** Null: a private chat, or nothing is known about the group. */
    groupState: jsonb('group_state').$type<StoredGroupState>(),
    /** The platform's time of the customer's last message. */
    customerWroteAt: moment('customer_wrote_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/**
 * A medium whose file is, or will be, `file_id`. `key`: the platform's handle, while it is being fetched.
 * `hasPreview` is absent until its file is stored. `expiresAt`: the time at which the platform's handle expires, ms
 * since the epoch; absent: unknown.
 */
export type StoredMedia = Omit<MediaAttachment, 'fileId' | 'hasPreview'> & {
  key: string | null;
  expiresAt?: number;
  hasPreview?: boolean;
};
export type StoredAttachment = StoredMedia | Exclude<Attachment, MediaAttachment>;

/** One person's emoji on a message. `by`: the customer's id on the platform; null: the business. */
export type StoredReaction =
  | { side: 'in'; by: string; emoji: string }
  | { side: 'out'; by: null; emoji: string };

/** An agent's change that is on its way to the platform. `problem`: why it failed, or is being retried. */
export type StoredChange = {
  id: string;
  state: 'queued' | 'failed';
  problem: string | null;
  attempts: number;
  /** ms since the epoch. */
  nextAttemptAt: number | null;
} & (
  | {
      kind: 'edit';
      text: string;
      originalLanguage: string | null;
      translation: string | null;
      translationLanguage: string | null;
      characters: number;
    }
  | { kind: 'delete' }
  | { kind: 'react'; emoji: string | null }
);

/** The message template that was sent. `id`: Parley's; `platformId`: the platform's. */
export type StoredTemplate = {
  id: string;
  platformId: string;
  name: string;
  language: string;
  values: Record<string, string>;
  /** For the agent; null: none was requested. */
  translation: string | null;
  translationLanguage: string | null;
};

export const messages = pgTable(
  'messages',
  {
    workspaceId: workspaceId(),
    id: id(),
    conversationId: uuid('conversation_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    seq: count('seq').notNull(),
    changedSeq: count('changed_seq').notNull(),
    direction: text('direction').$type<'in' | 'out'>().notNull(),
    kind: text('kind').$type<MessageKind>().notNull(),
    platformMessageId: text('platform_message_id'),
    original: text('original').notNull(),
    originalLanguage: text('original_language'),
    translation: text('translation'),
    translationLanguage: text('translation_language'),
    translationState: text('translation_state').$type<'none' | 'pending' | 'done' | 'failed'>().notNull(),
    translationProblem: text('translation_problem'),
    characters: integer('characters').notNull().default(0),
    mode: text('mode').$type<'translate' | 'original'>(),
    delivery: text('delivery').$type<DeliveryState>().notNull(),
    deliveryProblem: text('delivery_problem'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    authorSubAccountId: uuid('author_sub_account_id'),
    /** The name that the agent chose at the desk. */
    authorName: text('author_name'),
    sentAt: moment('sent_at').notNull(),
    createdAt: createdAt(),
    triggeredBy: uuid('triggered_by'),
    erasedAt: moment('erased_at'),
    /**
     * True if its sub-account kept no chat history when it was stored; always set by the trigger `messages_withheld`.
     */
    withheld: boolean('withheld').notNull().default(false),
    attachment: jsonb('attachment').$type<StoredAttachment>(),
    /** The attachment's file; null: none, or not fetched yet. */
    fileId: uuid('file_id'),
    /** The id by which the platform's later events refer to it, where that isn't `platform_message_id`. */
    referenceId: text('reference_id'),
    replyToId: uuid('reply_to_id'),
    replyToSeq: count('reply_to_seq'),
    /** The number of its earlier texts, all of which are stored unless withheld from the owner. */
    edits: integer('edits').notNull().default(0),
    editedAt: moment('edited_at'),
    /** The time at which its author deleted it; from then on only the owner sees it. */
    deletedAt: moment('deleted_at'),
    reactions: jsonb('reactions').$type<StoredReaction[]>(),
    change: jsonb('change').$type<StoredChange>(),
    /** The group member who wrote it, with the name at that time. */
    memberId: uuid('member_id'),
    memberName: text('member_name'),
    mentions: jsonb('mentions').$type<StoredMention[]>(),
    /** The time at which the platform was asked to send it, or its last part. Null: unknown. */
    askedAt: moment('asked_at'),
    template: jsonb('template').$type<StoredTemplate>(),
    /** True if its author accepted that the platform may charge for it. */
    acceptsPrice: boolean('accepts_price').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const previews = pgTable(
  'previews',
  {
    workspaceId: workspaceId(),
    messageId: uuid('message_id').notNull(),
    textHash: text('text_hash').notNull(),
    source: text('source').notNull(),
    target: text('target').notNull(),
    translation: text('translation').notNull(),
    characters: integer('characters').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.messageId, table.textHash, table.target] })],
);

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
