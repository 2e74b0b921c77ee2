/**
 * The connector port: what the server requires of every messaging platform, and what it provides in return.
 *
 * A connector translates between one platform's protocol and these shapes. It stores nothing durable itself: whatever
 * must outlive the process (a polling offset, an archive position) is stored through `host.cursor` and
 * `host.values`. The rest of Parley relies on two guarantees:
 *
 * - inbound: a connector acknowledges to the platform only after `host.accept` has resolved. `accept` is idempotent
 *   by `platformMessageId`, so a redelivery is harmless and a lost acknowledgement costs nothing.
 * - outbound: `send` carries the message's own id. Where the platform takes an idempotency key
 *   (`capabilities.idempotentSend`) the same id may be sent again after a crash; elsewhere it may not.
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
    /** The longest text that one `send` takes. */
    maxCodePoints: number;
    /** The longest text of one of the platform's messages, where that is less: the connector sends a longer one in parts. */
    part?: TextLimit;
  };
  /** The media that `send` takes, with the largest size in bytes; what is missing goes as a `file` where there is one. */
  media: Partial<Record<MediaKind, { maxBytes: number }>>;
  /** The platform takes no bytes, and fetches media at `OutboundMedia.address`; absent: `send` reads them. */
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
  /** Messages of one chat come in the order in which they were written; elsewhere only `sentAt` shows it. */
  inboundOrder: boolean;
  /** The business may write first, without a message from the customer before it. */
  startConversation: boolean;
  /** Sending the same message id twice delivers it once. */
  idempotentSend: boolean;
  /** A message may name the one that it answers, in both directions. */
  replies: boolean;
  /** Texts are changed after they were sent: by customers, by the business. */
  edits: { inbound: boolean; outbound: boolean };
  /** Messages are taken back after they were sent: by customers, by the business. */
  deletions: {
    inbound: boolean;
    outbound: boolean;
    /** For so long after a message was sent; absent: for good. */
    outboundHours?: number;
  };
  /** Emoji on messages: the customer's, the business's. */
  reactions: { inbound: boolean; outbound: boolean };
  /** Messages that the business writes with the account in another program, such as its phone, come in too. */
  echoes: boolean;
  /** Chats of many people. Null: the connector takes no part in them. Receipts of groups are not reported. */
  groups: GroupCapabilities | null;
  /**
   * The business may write, free or at a price, only for so long after the customer's last message; absent: at any time, free.
   * The server refuses what the platform doesn't take then.
   */
  window?: ReplyWindow;
  /** Texts that the platform approves before they are sent, and takes when it takes nothing else; absent: it has none. */
  templates?: TemplateSupport;
  /** Customers' messages carry handles by which they are answered for a while; absent: none. */
  replyHandles?: ReplyHandleSupport;
  /** Messages from before the account was added can be read; absent: they can't. */
  historyImport?: HistorySupport;
  /** The account is a widget that websites embed with a script tag. */
  embed: boolean;
};

/** `sms-segments`: those of a text message, by the alphabet that the text needs. */
export type TextLimit = { max: number; unit: 'code-points' | 'utf8-bytes' | 'utf16-units' | 'sms-segments' };

/**
 * The delivery of messages: the platform calls Parley at an address of the account's or (`app-webhook`) of its app's, Parley
 * polls it, a stream stays open, or Parley is the platform.
 */
export type Transport = 'webhook' | 'app-webhook' | 'polling' | 'stream' | 'own';

export type ConnectorManifest<Credentials> = {
  /** The platform's id in `@parley/contract`'s catalogue. */
  platform: string;
  transports: readonly [Transport, ...Transport[]];
  capabilities: Capabilities;
  credentials: ZodType<Credentials>;
  fields: readonly CredentialField[];
  /** The account is added by a code that its owner scans, in the place of a form of credentials; absent: it isn't. */
  pairing?: PairingForm;
  limits?: SendLimits;
  /**
   * The time in which the platform wants webhooks answered, in ms; absent: it names none. The server answers 503 before it is
   * over, and what was delivered comes again.
   */
  webhookAnswerMs?: number;
};

/** The parts of every inbound message beside its content. */
export type InboundFrame = {
  /** Unique per social account, stable over redeliveries. */
  platformMessageId: string;
  /** The id by which the platform's later events name this message, where that is another one; at most 200 characters. */
  referenceId?: string | null;
  /** The message of this chat that it answers: its `platformMessageId` or `referenceId`. */
  replyTo?: string | null;
  chatId: string;
  chatKind: 'private' | 'group';
  /** A group's name, where the platform provides it; null for private chats, which are named after the customer. */
  chatTitle: string | null;
  /**
   * Absent: the customer. `business`: it was written with this account in another program (`capabilities.echoes`); never
   * what `send` has sent, but for history. `from` is then the customer to whom it was written.
   */
  author?: 'customer' | 'business';
  from: Peer;
  /** In a group, where `from` is the member who writes: whom the text mentions; at most `mostMentions`. */
  mentions?: readonly InboundMention[];
  /**
   * The parameter of the link by which the customer came (Telegram's `start`, Messenger's `ref`), where the platform hands it over
   * with this message. It stays in `text` where the platform has put it there.
   */
  referral?: string | null;
  /** Of a customer's message; only where `capabilities.replyHandles`. */
  replyHandle?: ReplyHandle;
  /** The platform's own time, ms since the epoch. */
  sentAt: number;
  /** True for what an archive or history hands over from before this account was added to Parley. */
  history: boolean;
};

export type InboundText = InboundFrame & { kind: 'text'; text: string };

/** A medium on the platform's side, as the platform describes it. Nothing of it is true until it was fetched. */
export type MediaReference = {
  /** The handle that `fetchMedia` takes; at most 4,000 characters. */
  key: string;
  name?: string | null;
  contentType?: string | null;
  /** Bytes. */
  size?: number | null;
  /** Pixels. */
  width?: number | null;
  height?: number | null;
  durationMs?: number | null;
  /** The time after which the platform doesn't hand it out any more, ms since the epoch. */
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

/** Kinds that this connector can't show arrive as this; they are counted and displayed, never dropped. */
export type InboundUnsupported = InboundFrame & {
  kind: 'unsupported';
  /** The platform's name for what it was, e.g. `poll`. */
  what: string;
};

export type InboundMessage =
  | InboundText
  | InboundMedia
  | InboundContact
  | InboundLocation
  | InboundUnsupported;

/** A customer's change of a message of this chat. Idempotent: handed over again, it changes nothing. */
export type InboundChange = {
  /** Null: the target alone tells, and no customer could name one of another chat. */
  chatId: string | null;
  /** The message's `platformMessageId` or `referenceId`; of the business's, the id that `send` returned. */
  target: string;
  /** The id of who did it, as in `Peer`. */
  by: string;
  /** The platform's own time, ms since the epoch. */
  at: number;
} & (
  | {
      kind: 'edited';
      /** The new text or caption, whole. */
      text: string;
      /** As of a message. */
      mentions?: readonly InboundMention[];
    }
  | { kind: 'deleted' }
  | {
      kind: 'reacted';
      /** All of this person's emoji on the message, as they are now. */
      reactions: readonly string[];
    }
);

/**
 * connecting: trying, or trying again after a loss. online: messages flow. offline: closed by Parley. refused: the
 * platform rejected the credentials; the connector doesn't retry, the owner must act.
 */
export type ConnectorState = 'connecting' | 'online' | 'offline' | 'refused';

/** The services that the server offers to one open connection. */
export type ConnectorHost = {
  network: ConnectorNetwork;
  clock: ConnectorClock;
  log: ConnectorLog;
  /** [0, 1): spreads out reconnects. */
  random(): number;
  /**
   * Resolves when all of them are durable. Acknowledge to the platform only after that. A message that can't be stored
   * is set aside for the owner and counts as durable, at the latest after it has failed some times; it rejects only for
   * trouble that may pass, and the same messages are to be accepted again.
   */
  accept(messages: readonly InboundMessage[]): Promise<void>;
  /** Sets a delivery aside that the connector can't read, for the owner. Resolves when that is durable. */
  setAside(delivery: { id: string; payload: string }): Promise<void>;
  receipt(update: ReceiptUpdate): Promise<void>;
  /** Resolves when the change is durable; false: there is no such message, and nothing has changed. */
  change(change: InboundChange): Promise<boolean>;
  /** Resolves when the state of a group is durable. */
  group(report: GroupReport): Promise<void>;
  /** The platform gives a group another id: what comes under `newId` continues the chat of `oldId`. Idempotent. */
  chatMoved(change: { oldId: string; newId: string }): Promise<void>;
  /** The account was added at this time, ms since the epoch: what was written before is history, and isn't accepted. */
  addedAt: number;
  /** The owner lets this account accept invitations to groups, and take part in those that it has accepted. */
  joinsGroups: boolean;
  /** The platform gives a customer another id: the sender of messages under `newId` is the person of `oldId`. Idempotent. */
  idChanged(change: { oldId: string; newId: string }): Promise<void>;
  /** Transient: shown to desks that are looking, never stored. */
  typing(chatId: string, on: boolean): void;
  presence(peerId: string, online: boolean): void;
  state(state: ConnectorState, reason?: string): void;
  /** `save` rejects once another process has the account, as `values.set` does. */
  cursor: { load(): Promise<string | null>; save(value: string): Promise<void> };
  /**
   * Keeps what else must outlive the process, by keys, such as a position in each chat. Resolves when it is durable; null deletes.
   * Rejects what exceeds `connectorValueLimits`: a key that a customer or platform chooses is bounded by its connector.
   */
  values: { get(key: string): Promise<string | null>; set(key: string, value: string | null): Promise<void> };
  /** Only where the connector has `tokens`. */
  tokens: AccountTokens;
  /** The address of this account's webhook from outside, or null if the installation has no public address. */
  webhookUrl: string | null;
};

export type CheckContext = CallContext & Pick<ConnectorHost, 'tokens'>;

export type CheckResult =
  | { ok: true; account: CheckedAccount }
  /** `reason` is the platform's own sentence, shown to the owner as it is, or one of the contract's `platformFaults`. */
  | { ok: false; kind: 'refused' | 'unreachable'; reason: string };

/** `cursor`: what the account's connection has saved, to be read alone. */
export type HistoryContext = CheckContext & { cursor: Pick<ConnectorHost['cursor'], 'load'> };
export type HistoryBatch = HistoryBatchOf<InboundMessage>;

/** The bytes of a medium, as they come. `contentType` is what the platform calls them. */
export type FetchedMedia = { body: ReadableStream<Uint8Array>; contentType: string | null };

/** gone: the platform has it no longer, or never gives it out. `later`: try again. */
export type MediaResult =
  | ({ ok: true } & FetchedMedia)
  | { ok: false; outcome: 'gone' | 'too-large' | 'later'; reason: string; retryAfterMs?: number };

/** `maxBytes`: nothing larger is wanted; the network ends a longer body with `EANSWERTOOLARGE`. */
export type MediaContext = CheckContext & { maxBytes: number };

export type Connection = {
  send(message: OutboundMessage): Promise<SendResult>;
  /** Present when one of `capabilities.edits`, `deletions` and `reactions` is outbound; asked only for those. */
  change?(change: OutboundChange): Promise<ChangeResult>;
  /** Present when `capabilities.typing.outbound`. */
  /** `name`: the agent's, for the platform that is Parley itself; null: not known. It must not reach other platforms. */
  typing?(chatId: string, on: boolean, name?: string | null): Promise<void>;
  /** Present when `capabilities.markRead`. */
  markRead?(chatId: string, platformMessageId: string): Promise<void>;
  /**
   * Leaves a group, in which a new connection isn't either; one that the account isn't in is left already. `ok` once `host.group`
   * has stored it. Present where `capabilities.groups.leaving`.
   */
  leaveGroup?(chatId: string): Promise<LeaveResult>;
  /** Stops receiving, lets running sends end, and resolves once nothing is open. */
  close(): Promise<void>;
};

/**
 * Deliveries of a platform that calls one address for all accounts of an app. The app belongs to the installation, whose
 * operator has its secrets, or to the owner of a workspace, whose accounts carry them. An event reaches only accounts of the
 * app by whose secret its delivery was verified, so `check` must prove with the platform that the credentials are the account's.
 */
export type AppWebhook<Credentials = unknown, Secrets = unknown> = {
  /** The secrets that verify deliveries, as the operator enters them for an app of the installation's. */
  secrets: ZodType<Secrets>;
  /** Returns the secrets of the owner's own app, which the credentials carry; null: `appOf` names an app of the installation's. */
  ownSecrets(credentials: Credentials): Secrets | null;
  /**
   * Verifies a delivery over the raw body, answers challenges, and returns the events of all accounts. Pure, and throws for no
   * input: anybody may send anything here.
   */
  read(request: WebhookRequest, secrets: Secrets): AppDelivery;
  /**
   * Accepts the events of one account, in order. Resolves when they are durable; a rejection makes the platform deliver the
   * whole again, to all accounts. Any process may be asked.
   */
  receive(events: readonly unknown[], credentials: Credentials, host: ConnectorHost): Promise<void>;
};

export type Connector<Credentials = unknown> = {
  manifest: ConnectorManifest<Credentials>;
  /** Returns the platform's id of the app that the account is reached by; present where several accounts share one. */
  appOf?(credentials: Credentials): string;
  /** Present where the platform gives access by tokens that expire; the rest then calls the platform through `tokens.use`. */
  tokens?: TokenSupport<Credentials>;
  /** Asks the platform whether the credentials hold, before an account is stored. */
  check(credentials: Credentials, context: CheckContext): Promise<CheckResult>;
  /**
   * Opens the connection and keeps it open: reconnects with a growing backoff until `close`. Resolves once the first
   * attempt has started; `host.state` reports the progress.
   */
  open(credentials: Credentials, host: ConnectorHost): Promise<Connection>;
  /** Present when `transports` has `webhook`. Verifies over the raw body, accepts, answers. Any process may be asked. */
  webhook?(request: WebhookRequest, credentials: Credentials, host: ConnectorHost): Promise<WebhookAnswer>;
  /** Present when `transports` has `app-webhook`; `appOf` is then present too. */
  app?: AppWebhook<Credentials>;
  /** Present where `manifest.pairing`. */
  pairing?: PairingSupport<Credentials>;
  /** Fetches a medium that came in. Any process may be asked, with no connection open; present when media can come in. */
  fetchMedia?(media: MediaReference, credentials: Credentials, context: MediaContext): Promise<MediaResult>;
  /** Lists the account's message templates. Any process may be asked, with no connection open; present where `capabilities.templates`. */
  listTemplates?(credentials: Credentials, context: CheckContext): Promise<TemplateList>;
  /**
   * Reads the account's history, page after page until one has no position, or until trouble, which is the last that it yields.
   * Any process may be asked, beside an open connection, and may stop after any page. Present where `capabilities.historyImport`.
   */
  readHistory?(
    request: HistoryRequest,
    credentials: Credentials,
    context: HistoryContext,
  ): AsyncIterable<HistoryBatch | HistoryTrouble>;
  /** Reads a payload again that it had set aside. Throws while it can't. */
  reread?(payload: string): readonly InboundMessage[];
};
