/**
 * The connector port: what the server requires of every messaging platform, and what it provides in return.
 *
 * A connector translates between one platform's protocol and these shapes. It stores nothing durable itself: whatever
 * must outlive the process (a polling offset, an archive position) is stored through `host.cursor` and
 * `host.values`. The rest of Parley relies on two guarantees:
 *
 * - inbound: a connector acknowledges to the platform only after `host.accept` has resolved. `accept` is idempotent
 *   by `platformMessageId`, so a redelivery is harmless and a lost acknowledgement costs nothing.
 * - outbound: `send` carries the message's own id. If the platform accepts an idempotency key
 *   (`capabilities.idempotentSend`), the same id may be resent after a crash; otherwise it may not.
 */
import type { MediaKind, ReplyWindow, TemplateSupport } from '@parley/contract/conversations';
import type { ZodType } from 'zod';
import type { GroupCapabilities, GroupReport, InboundMention, LeaveResult } from './group-spec.ts';
import type { ConnectorLog } from './kit/log.ts';
import type { Peer } from './peer.ts';
import type { CheckedAccount } from './spec/checked-account.ts';
import type { CredentialField } from './spec/fields.ts';
import type { HistoryBatchOf, HistoryRequest, HistorySupport, HistoryTrouble } from './spec/history.ts';
import type { CallContext, ConnectorClock, ConnectorNetwork } from './spec/network.ts';
import type {
  ChangeResult,
  OutboundChange,
  OutboundMessage,
  ReceiptUpdate,
  SendLimits,
  SendResult,
} from './spec/outbound.ts';
import type { PairingForm, PairingSupport } from './spec/pairing.ts';
import type { ReplyHandle, ReplyHandleSupport } from './spec/reply-handles.ts';
import type { TemplateList } from './spec/templates.ts';
import type { AccountTokens, TokenSupport } from './spec/tokens.ts';
import type { AppDelivery, WebhookAnswer, WebhookRequest } from './spec/webhooks.ts';

export type * from './group-spec.ts';
export type * from './spec/checked-account.ts';
export type * from './spec/fields.ts';
export type * from './spec/history.ts';
export type * from './spec/network.ts';
export type * from './spec/outbound.ts';
export type * from './spec/pairing.ts';
export type * from './spec/reply-handles.ts';
export type * from './spec/templates.ts';
export type * from './spec/tokens.ts';
export type * from './spec/webhooks.ts';
export type { ConnectorLog, Peer };

/** The capabilities of a platform. The desk shows and hides its controls by these, never by the platform's name. */
export type Capabilities = {
  text: {
    /** Maximum length of a text per `send`. */
    maxCodePoints: number;
    /** The longest text of a single platform message, where that is shorter: the connector splits a longer text into parts. */
    part?: TextLimit;
  };
  /**
   * The media kinds that `send` accepts, with the maximum size in bytes; other kinds are sent as a `file` if that is supported.
   */
  media: Partial<Record<MediaKind, { maxBytes: number }>>;
  /** The platform accepts no uploads and fetches media from `OutboundMedia.address`. Absent: `send` reads the bytes. */
  mediaByAddress?: true;
  /** The platform reports that a message has reached the customer's device. */
  deliveryReceipts: boolean;
  /** The platform reports that the customer has read a message. */
  readReceipts: boolean;
  /** The platform accepts read receipts for the customer's messages. */
  markRead: boolean;
  typing: { inbound: boolean; outbound: boolean };
  /** The platform reports whether a customer is online. */
  presence: boolean;
  /** Messages sent while the account was disconnected are delivered later (store-and-forward or an archive). */
  history: boolean;
  /** Messages of one chat arrive in the order in which they were written. False: only `sentAt` gives the order. */
  inboundOrder: boolean;
  /** The business may send the first message of a conversation. */
  startConversation: boolean;
  /** Sending the same message id twice delivers it once. */
  idempotentSend: boolean;
  /** A message may refer to the message it replies to, in both directions. */
  replies: boolean;
  /** Texts can be edited after sending: by customers, by the business. */
  edits: { inbound: boolean; outbound: boolean };
  /** Messages can be deleted after sending: by customers, by the business. */
  deletions: {
    inbound: boolean;
    outbound: boolean;
    /** Time limit after sending, in hours. Absent: no limit. */
    outboundHours?: number;
  };
  /** Emoji reactions to messages: from customers, from the business. */
  reactions: { inbound: boolean; outbound: boolean };
  /** Messages that the business sends with the account from another program, such as its phone, are received too. */
  echoes: boolean;
  /** Group chats. Null: the connector ignores them. Receipts in groups are not reported. */
  groups: GroupCapabilities | null;
  /**
   * The business may write, free or at a price, only for a limited time after the customer's last message. Absent: at any time,
   * free. The server rejects messages that the platform would not accept.
   */
  window?: ReplyWindow;
  /** Texts that need the platform's approval, and that may be sent when free text may not. Absent: the platform has none. */
  templates?: TemplateSupport;
  /** Customers' messages carry handles that allow a reply for a limited time. Absent: they don't. */
  replyHandles?: ReplyHandleSupport;
  /** Messages from before the account was added can be imported. Absent: they can't. */
  historyImport?: HistorySupport;
  /** The account is a widget that websites embed with a script tag. */
  embed: boolean;
};

/** `sms-segments`: segments of an SMS, whose size depends on the alphabet that the text needs. */
export type TextLimit = { max: number; unit: 'code-points' | 'utf8-bytes' | 'utf16-units' | 'sms-segments' };

/**
 * Delivery of inbound messages: the platform calls a webhook of the account or (`app-webhook`) of its app, Parley polls,
 * a stream stays open, or Parley is itself the platform (`own`).
 */
export type Transport = 'webhook' | 'app-webhook' | 'polling' | 'stream' | 'own';

export type ConnectorManifest<Credentials> = {
  /** The platform's id in `@parley/contract`'s catalogue. */
  platform: string;
  transports: readonly [Transport, ...Transport[]];
  capabilities: Capabilities;
  credentials: ZodType<Credentials>;
  fields: readonly CredentialField[];
  /** The account is added by scanning a code instead of filling in a form of credentials. Absent: it isn't. */
  pairing?: PairingForm;
  limits?: SendLimits;
  /**
   * The platform's time limit for answering a webhook, in ms. Absent: the platform states none. The server answers 503 before
   * the limit is reached, and the platform redelivers.
   */
  webhookAnswerMs?: number;
};

/** The fields that all inbound messages share, whatever their content. */
export type InboundFrame = {
  /** Unique per social account, and the same in redeliveries. */
  platformMessageId: string;
  /** The id that later events of the platform use for this message, if it differs; at most 200 characters. */
  referenceId?: string | null;
  /** The message of this chat that this one replies to, by its `platformMessageId` or `referenceId`. */
  replyTo?: string | null;
  chatId: string;
  chatKind: 'private' | 'group';
  /** A group's name, where the platform provides it; null for private chats, which are named after the customer. */
  chatTitle: string | null;
  /**
   * Absent: the customer. `business`: the message was written with this account in another program (`capabilities.echoes`), and
   * `from` is its recipient. Messages that went out through `send` are not reported this way, except as part of history.
   */
  author?: 'customer' | 'business';
  from: Peer;
  /** The people mentioned in `text`; at most `maxMentions`. Only in groups, where `from` is the member who wrote the message. */
  mentions?: readonly InboundMention[];
  /**
   * The parameter of the link that brought the customer (Telegram's `start`, Messenger's `ref`), if the platform passes it with
   * this message. Where the platform puts it into `text`, it stays there as well.
   */
  referral?: string | null;
  /** Only on customers' messages, and only where `capabilities.replyHandles` is set. */
  replyHandle?: ReplyHandle;
  /** The platform's own time, ms since the epoch. */
  sentAt: number;
  /** True for messages from before this account was added to Parley, read from an archive or history. */
  history: boolean;
};

export type InboundText = InboundFrame & { kind: 'text'; text: string };

/** A medium on the platform's side, as the platform describes it. The description is unverified until the medium is fetched. */
export type MediaReference = {
  /** The handle to pass to `fetchMedia`; at most 4,000 characters. */
  key: string;
  name?: string | null;
  contentType?: string | null;
  /** Bytes. */
  size?: number | null;
  /** Pixels. */
  width?: number | null;
  height?: number | null;
  durationMs?: number | null;
  /** The time from which the platform no longer serves it, ms since the epoch. */
  expiresAt?: number | null;
};

export type InboundMedia = InboundFrame & {
  kind: MediaKind;
  /** The caption; empty if there is none. */
  text: string;
  media: MediaReference;
};

export type InboundContact = InboundFrame & {
  kind: 'contact';
  contact: { name: string; phones: readonly string[] };
};

export type InboundLocation = InboundFrame & {
  kind: 'location';
  /** WGS 84, degrees. */
  location: { latitude: number; longitude: number; name?: string | null; address?: string | null };
};

/** A message of a kind that this connector can't display. Such messages are counted and shown, never dropped. */
export type InboundUnsupported = InboundFrame & {
  kind: 'unsupported';
  /** The platform's name for the kind, e.g. `poll`. */
  what: string;
};

export type InboundMessage =
  | InboundText
  | InboundMedia
  | InboundContact
  | InboundLocation
  | InboundUnsupported;

/** A customer's change to a message of this chat. Idempotent: reporting it again changes nothing. */
export type InboundChange = {
  /** Null: the platform reports only the target, and a customer can't refer to a message of another chat. */
  chatId: string | null;
  /** The message's `platformMessageId` or `referenceId`; for a message of the business, the id that `send` returned. */
  target: string;
  /** The id of the person who made the change, as in `Peer`. */
  by: string;
  /** The platform's own time, ms since the epoch. */
  at: number;
} & (
  | {
      kind: 'edited';
      /** The complete new text or caption. */
      text: string;
      /** As on a message. */
      mentions?: readonly InboundMention[];
    }
  | { kind: 'deleted' }
  | {
      kind: 'reacted';
      /** All current emoji of this person on the message. */
      reactions: readonly string[];
    }
);

/**
 * `connecting`: first attempt, or reconnecting after a loss. `online`: messages flow. `offline`: closed by Parley. `refused`:
 * the platform rejected the credentials; the connector doesn't retry, the owner must act.
 */
export type ConnectorState = 'connecting' | 'online' | 'offline' | 'refused';

/** The services that the server offers to one open connection. */
export type ConnectorHost = {
  network: ConnectorNetwork;
  clock: ConnectorClock;
  log: ConnectorLog;
  /** A number in [0, 1), used as jitter for reconnects. */
  random(): number;
  /**
   * Resolves when all messages are durable; only then may the connector acknowledge them to the platform. A message that can't
   * be stored is set aside for the owner, at the latest after several failures, and then counts as durable. Rejects only for
   * transient failures; the connector must then pass the same messages again.
   */
  accept(messages: readonly InboundMessage[]): Promise<void>;
  /** Sets aside, for the owner, a delivery that the connector can't parse. Resolves when it is durable. */
  setAside(delivery: { id: string; payload: string }): Promise<void>;
  receipt(update: ReceiptUpdate): Promise<void>;
  /** Resolves when the change is durable. False: the message does not exist, and nothing has changed. */
  change(change: InboundChange): Promise<boolean>;
  /** Resolves when the group's state is durable. */
  group(report: GroupReport): Promise<void>;
  /** The platform has replaced a group's id: messages under `newId` continue the chat of `oldId`. Idempotent. */
  chatMoved(change: { oldId: string; newId: string }): Promise<void>;
  /** The account's creation time, ms since the epoch. Earlier messages are history and must not be passed to `accept`. */
  addedAt: number;
  /** The owner allows this account to accept group invitations and to take part in the groups it has accepted. */
  joinsGroups: boolean;
  /** The platform has replaced a customer's id: the sender under `newId` is the same person as `oldId`. Idempotent. */
  idChanged(change: { oldId: string; newId: string }): Promise<void>;
  /** Transient: shown in desks that have the chat open, never stored. */
  typing(chatId: string, on: boolean): void;
  presence(peerId: string, online: boolean): void;
  state(state: ConnectorState, reason?: string): void;
  /** `save` rejects, as `values.set` does, once another process has taken over the account. */
  cursor: { load(): Promise<string | null>; save(value: string): Promise<void> };
  /**
   * Key-value store for other state that must outlive the process, such as a position per chat. Resolves when durable; null
   * deletes the key. Rejects values beyond `connectorValueLimits`: where customers or the platform choose the keys, the
   * connector must bound their number.
   */
  values: { get(key: string): Promise<string | null>; set(key: string, value: string | null): Promise<void> };
  /** Only for connectors with `tokens`. */
  tokens: AccountTokens;
  /** The public address of this account's webhook; null if the installation has no public address. */
  webhookUrl: string | null;
};

export type CheckContext = CallContext & Pick<ConnectorHost, 'tokens'>;

export type CheckResult =
  | { ok: true; account: CheckedAccount }
  /** `reason` is the platform's own sentence, shown to the owner verbatim, or one of the contract's `platformFaults`. */
  | { ok: false; kind: 'refused' | 'unreachable'; reason: string };

/** `cursor`: the position saved by the account's connection, read-only. */
export type HistoryContext = CheckContext & { cursor: Pick<ConnectorHost['cursor'], 'load'> };
export type HistoryBatch = HistoryBatchOf<InboundMessage>;

/** The bytes of a medium, as a stream. `contentType` is the type that the platform states. */
export type FetchedMedia = { body: ReadableStream<Uint8Array>; contentType: string | null };

/** `gone`: the platform no longer has it, or doesn't serve it at all. `later`: retry. */
export type MediaResult =
  | ({ ok: true } & FetchedMedia)
  | { ok: false; outcome: 'gone' | 'too-large' | 'later'; reason: string; retryAfterMs?: number };

/** `maxBytes`: the size limit; the network aborts a longer body with `EANSWERTOOLARGE`. */
export type MediaContext = CheckContext & { maxBytes: number };

export type Connection = {
  send(message: OutboundMessage): Promise<SendResult>;
  /** Present if any of `capabilities.edits`, `deletions` and `reactions` is outbound; called only for those. */
  change?(change: OutboundChange): Promise<ChangeResult>;
  /** Present if `capabilities.typing.outbound`. `name`: the agent's, or null; for Parley's website chat only. */
  typing?(chatId: string, on: boolean, name?: string | null): Promise<void>;
  /** Present when `capabilities.markRead`. */
  markRead?(chatId: string, platformMessageId: string): Promise<void>;
  /**
   * Leaves a group for good, so that later connections don't rejoin it. Succeeds if the account has already left. Returns `ok`
   * once `host.group` has stored the new state. Present if `capabilities.groups.leaving`.
   */
  leaveGroup?(chatId: string): Promise<LeaveResult>;
  /** Stops receiving, waits for in-flight sends, and resolves once all connections are closed. */
  close(): Promise<void>;
};

/**
 * Webhook of a platform that calls a single address for all accounts of an app. The app belongs either to the installation,
 * whose operator configures its secrets, or to the owner of a workspace, whose accounts carry the secrets in their credentials.
 * An event reaches only accounts of the app whose secret verified its delivery, so `check` must prove with the platform that
 * the credentials are the account's.
 */
export type AppWebhook<Credentials = unknown, Secrets = unknown> = {
  /** The secrets that verify deliveries, as the operator enters them for an app of the installation. */
  secrets: ZodType<Secrets>;
  /** Returns the secrets of the owner's own app from the credentials. Null: `appOf` names an app of the installation. */
  ownSecrets(credentials: Credentials): Secrets | null;
  /**
   * Verifies a delivery over the raw body, answers challenges, and returns the events of all accounts. Pure. Must not throw on
   * any input: the endpoint is public.
   */
  read(request: WebhookRequest, secrets: Secrets): AppDelivery;
  /**
   * Accepts the events of one account, in order. Resolves when they are durable; if it rejects, the platform redelivers the
   * whole batch, for all accounts. May run in any process.
   */
  receive(events: readonly unknown[], credentials: Credentials, host: ConnectorHost): Promise<void>;
};

export type Connector<Credentials = unknown> = {
  manifest: ConnectorManifest<Credentials>;
  /** Returns the platform's id of the account's app; present where several accounts share one. */
  appOf?(credentials: Credentials): string;
  /** Present if access tokens expire; all other methods then call the platform through `tokens.use`. */
  tokens?: TokenSupport<Credentials>;
  /** Verifies the credentials with the platform before the account is stored. */
  check(credentials: Credentials, context: CheckContext): Promise<CheckResult>;
  /**
   * Opens the connection and keeps it open, reconnecting with exponential backoff until `close`. Resolves once the first
   * attempt has started; `host.state` reports the progress.
   */
  open(credentials: Credentials, host: ConnectorHost): Promise<Connection>;
  /** Present if `transports` includes `webhook`. Verifies over the raw body, accepts, answers. May run in any process. */
  webhook?(request: WebhookRequest, credentials: Credentials, host: ConnectorHost): Promise<WebhookAnswer>;
  /** Present if `transports` includes `app-webhook`; `appOf` is then present too. */
  app?: AppWebhook<Credentials>;
  /** Present if `manifest.pairing`. */
  pairing?: PairingSupport<Credentials>;
  /** Fetches an inbound medium; present if media can be received. May run in any process, without an open connection. */
  fetchMedia?(media: MediaReference, credentials: Credentials, context: MediaContext): Promise<MediaResult>;
  /**
   * Lists the account's message templates; present if `capabilities.templates`. May run in any process, without an open
   * connection.
   */
  listTemplates?(credentials: Credentials, context: CheckContext): Promise<TemplateList>;
  /**
   * Reads the account's history page by page, until a page without a position or until a failure, which is the last value it
   * yields. May run in any process, alongside an open connection, and may be stopped after any page. Present if
   * `capabilities.historyImport`.
   */
  readHistory?(
    request: HistoryRequest,
    credentials: Credentials,
    context: HistoryContext,
  ): AsyncIterable<HistoryBatch | HistoryTrouble>;
  /** Parses a payload again that was set aside earlier. Throws while it still can't be parsed. */
  reread?(payload: string): readonly InboundMessage[];
};
