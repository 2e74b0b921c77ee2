/** The port's shapes of what the business sends, and of what the platform reports about it. */
import type { MediaKind } from '@parley/contract/conversations';
import type { OutboundMention } from '../group-spec.ts';
import type { OutboundTemplate } from './templates.ts';

/** At most `count` messages in `perMs`; after a pause, `burst` at once (`count`, if absent). */
export type PlatformRate = { count: number; perMs: number; burst?: number };

/**
 * The number of messages that the platform takes; the server holds back what exceeds it, in order, each part of a message counted.
 * Edits, deletions and reactions are not counted. One process holds an account, so the limits of accounts and chats hold
 * exactly. Those of an app hold in each process: the platform's own refusal (`pausesAccount`) makes up for several.
 */
export type SendLimits = {
  /** For all accounts with one `appOf`. */
  app?: readonly PlatformRate[];
  account?: readonly PlatformRate[];
  /** For each chat, or each private one where groups have their own. */
  chat?: readonly PlatformRate[];
  group?: readonly PlatformRate[];
};

/** A medium of the business's. */
export type OutboundMedia = {
  kind: MediaKind;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /**
   * A signed address at which anybody gets the bytes, for an hour at least. Present where `capabilities.mediaByAddress`: on an
   * installation without an https address `send` isn't called.
   */
  address?: string;
  /** Opens the bytes, which are read as they are sent; until the send has ended. Rejects if they are lost. */
  blob(): Promise<Blob>;
};

export type OutboundMessage = {
  /** Parley's message id (UUIDv7); the idempotency key where the platform takes one. */
  id: string;
  chatId: string;
  /** Absent: private. */
  chatKind?: 'private' | 'group';
  /** With `media` its caption, and then it may be empty. */
  text: string;
  /** In a group: the members whom `text` mentions. Only where `capabilities.groups.mentions.outbound`. */
  mentions?: readonly OutboundMention[];
  /** Of a kind and size that `capabilities.media` names. */
  media?: OutboundMedia;
  /** It is this template, and `text` only says what it is. Only where `capabilities.templates`; never with `media`. */
  template?: OutboundTemplate;
  /** One use of a `ReplyHandle` of this chat, the one that ends first. Absent: there is none, and where it is required `send` isn't called. */
  replyHandle?: string;
  /** The message that it answers, as `InboundChange` names it. Only where `capabilities.replies`. */
  replyTo?: string;
  /** In a group: that message's `platformMessageId`. */
  replyToPlatformId?: string;
  /**
   * True: this id was never handed to `send` before, by any process. Lets an idempotent connector leave out the
   * question whether the platform has it already. Absent means: it may have been.
   */
  firstAttempt?: boolean;
  /** ms since the epoch, by Parley's clock: no process sent it before. Absent: unknown. */
  writtenAt?: number;
  /** The ids of the parts that are out, in order, from attempts of any process: only the others are to be sent. */
  sentParts?: readonly string[];
  /**
   * Called with the id of each part but the last, once it is out. Resolves when that is durable and the next part may be
   * sent; rejects if it isn't, and `send` then returns `unknown`.
   */
  partSent?(platformMessageId: string): Promise<void>;
};

export type SendResult =
  | {
      ok: true;
      /** The first part's, of several. */
      platformMessageId: string;
      /** The ids of all parts in order, the first included, where the message went out as several of the platform's. */
      parts?: readonly string[];
    }
  /** `transient`: not sent, try again. `permanent`: not sent, don't. `unknown`: it may have been sent. */
  | {
      ok: false;
      outcome: 'transient' | 'permanent' | 'unknown';
      reason: string;
      retryAfterMs?: number;
      /** The platform takes nothing from this account before `retryAfterMs` is over: no chat is to be tried. */
      pausesAccount?: true;
    };

/** A change of a message that the platform has. Doing it twice does it once. */
export type OutboundChange = {
  chatId: string;
  chatKind?: 'private' | 'group';
  /** As in `InboundChange`. */
  target: string;
  /** In a group: the message's `platformMessageId`, and the id under which `send` got it, if Parley has sent it. */
  platformMessageId?: string;
  sentAs?: string;
  /** The ids of all parts in order, `target` the first, of a message that went out in several. */
  parts?: readonly string[];
} /** `caption`: the text is that of a medium. */ & (
  | { kind: 'edit'; text: string; caption: boolean }
  /** `captioned`: a medium with a caption, which some platforms keep as a message beside it. */
  | { kind: 'delete'; captioned?: boolean }
  /** Null: the reaction is taken back. */
  | { kind: 'react'; emoji: string | null }
);

/** `transient`: try again; it is unknown then whether it was done. `permanent`: don't. */
export type ChangeResult =
  /** `parts`: those of which the message consists now, if an edit has changed them. */
  | { ok: true; parts?: readonly string[] }
  | { ok: false; outcome: 'transient' | 'permanent'; reason: string; retryAfterMs?: number };

/**
 * Of a message in parts, a receipt names one part: the message is delivered once all its parts are, and read once the last
 * is. Receipts may come twice and out of order: a state only moves forward.
 */
export type ReceiptUpdate = { chatId: string } & (
  | {
      /** The id that `send` returned, or one of its `parts`. */
      platformMessageId: string;
      state: 'delivered' | 'read';
      /** It speaks for everything that was sent to this chat before, too; nothing after it. */
      upTo?: true;
    }
  | {
      /** For everything that was sent to this chat up to this time: the platform's own, ms since the epoch. */
      upToTime: number;
      state: 'delivered' | 'read';
    }
  | { platformMessageId: string; state: 'failed'; reason?: string }
);
