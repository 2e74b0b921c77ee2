/** The port's shapes of what the business sends, and of the platform's receipts for it. */
import type { MediaKind } from '@parley/contract/conversations';
import type { OutboundMention } from '../group-spec.ts';
import type { OutboundTemplate } from './templates.ts';

/** At most `count` messages per `perMs`; after an idle period, up to `burst` at once (default: `count`). */
export type PlatformRate = { count: number; perMs: number; burst?: number };

/**
 * The platform's rate limits. The server queues excess messages in order; each part of a message counts, while edits, deletions
 * and reactions don't. Limits per account and chat are exact, because one process holds an account. Limits per app apply within
 * each process; with several processes, the platform's own refusal (`pausesAccount`) makes up for the difference.
 */
export type SendLimits = {
  /** Shared by all accounts with the same `appOf`. */
  app?: readonly PlatformRate[];
  account?: readonly PlatformRate[];
  /** Per chat, or per private chat where `group` is given. */
  chat?: readonly PlatformRate[];
  group?: readonly PlatformRate[];
};

/** A medium that the business sends. */
export type OutboundMedia = {
  kind: MediaKind;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /**
   * A signed public address of the bytes, valid for at least an hour. Present if `capabilities.mediaByAddress`; on an
   * installation without an https address `send` isn't called.
   */
  address?: string;
  /** Opens the bytes, which are read while they are sent; usable until the send has ended. Rejects if they are lost. */
  blob(): Promise<Blob>;
};

export type OutboundMessage = {
  /** Parley's message id (UUIDv7), used as idempotency key if the platform accepts one. */
  id: string;
  chatId: string;
  /** Absent: private. */
  chatKind?: 'private' | 'group';
  /** With `media` it is the caption, and may be empty. */
  text: string;
  /** The group members mentioned in `text`. Only if `capabilities.groups.mentions.outbound`. */
  mentions?: readonly OutboundMention[];
  /** Of a kind and size that `capabilities.media` permits. */
  media?: OutboundMedia;
  /** Send this template; `text` then only describes it. Only if `capabilities.templates`; never together with `media`. */
  template?: OutboundTemplate;
  /**
   * One use of the chat's `ReplyHandle` that expires first. Absent: there is none; where handles are required, `send` isn't
   * called.
   */
  replyHandle?: string;
  /** The message that this one replies to, identified as in `InboundChange`. Only if `capabilities.replies`. */
  replyTo?: string;
  /** In a group: the `platformMessageId` of that message. */
  replyToPlatformId?: string;
  /**
   * True: no process has passed this id to `send` before, so an idempotent connector may skip asking the platform whether it
   * already has the message. Absent: it may have been passed.
   */
  firstAttempt?: boolean;
  /** ms since the epoch, by Parley's clock: no process sent the message earlier. Absent: unknown. */
  writtenAt?: number;
  /** The ids of the parts already sent, in order, over all attempts and processes: only the remaining parts are to be sent. */
  sentParts?: readonly string[];
  /**
   * Called with the id of each part except the last, once it is sent. Resolves when the id is durable and the next part may be
   * sent; if it rejects, `send` returns `unknown`.
   */
  partSent?(platformMessageId: string): Promise<void>;
};

export type SendResult =
  | {
      ok: true;
      /** The first part's, if there are several. */
      platformMessageId: string;
      /** The ids of all parts in order, including the first, if the message was sent as several platform messages. */
      parts?: readonly string[];
    }
  /** `transient`: not sent, retry. `permanent`: not sent, don't retry. `unknown`: it may have been sent. */
  | {
      ok: false;
      outcome: 'transient' | 'permanent' | 'unknown';
      reason: string;
      retryAfterMs?: number;
      /** The platform accepts nothing from this account, in any chat, until `retryAfterMs` has passed. */
      pausesAccount?: true;
    };

/** A change to a message that the platform has. Idempotent. */
export type OutboundChange = {
  chatId: string;
  chatKind?: 'private' | 'group';
  /** As in `InboundChange`. */
  target: string;
  /** In a group: the message's `platformMessageId`, and the id that was passed to `send` if Parley sent it. */
  platformMessageId?: string;
  sentAs?: string;
  /** For a message that was sent in parts: the ids of all parts in order, beginning with `target`. */
  parts?: readonly string[];
} /** `caption`: the text is that of a medium. */ & (
  | { kind: 'edit'; text: string; caption: boolean }
  /** `captioned`: a medium with a caption, which some platforms store as a separate message. */
  | { kind: 'delete'; captioned?: boolean }
  /** Null: the reaction is removed. */
  | { kind: 'react'; emoji: string | null }
);

/** `transient`: retry; the change may have been made. `permanent`: don't retry. */
export type ChangeResult =
  /** `parts`: the remaining parts of the message, if an edit has reduced them. */
  | { ok: true; parts?: readonly string[] }
  | { ok: false; outcome: 'transient' | 'permanent'; reason: string; retryAfterMs?: number };

/**
 * For a message in parts, a receipt names one part: the message is delivered once all its parts are, and read once the last
 * part is. Receipts may be repeated and arrive out of order: a state only moves forward.
 */
export type ReceiptUpdate = { chatId: string } & (
  | {
      /** The id that `send` returned, or one of its `parts`. */
      platformMessageId: string;
      state: 'delivered' | 'read';
      /** True: also applies to everything sent to this chat earlier, but to nothing sent later. */
      upTo?: true;
    }
  | {
      /** Applies to everything sent to this chat up to this time: the platform's clock, ms since the epoch. */
      upToTime: number;
      state: 'delivered' | 'read';
    }
  | { platformMessageId: string; state: 'failed'; reason?: string }
);
