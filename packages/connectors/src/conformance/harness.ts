import { until } from '@parley/testing';
import { expect } from 'vitest';
import { textOf } from '../kit/words.ts';
import type {
  Connection,
  Connector,
  InboundMessage,
  OutboundMessage,
  PairingValues,
  SendResult,
  WebhookRequest,
} from '../spec.ts';
import type { TestHost } from '../testing/host.ts';

/** A person on the platform who writes to the account under test. */
export type HarnessCustomer = {
  chatId: string;
  /** Resolves once the platform has accepted the message; retries while the platform restarts. */
  write(text: string): Promise<void>;
  /** Returns the texts that the customer's client shows, in order. */
  received(): readonly string[];
  /** Sends a picture with these bytes; present if the platform supports inbound media. */
  sendImage?(bytes: Buffer, caption: string): Promise<void>;
  /** Returns the media that the customer's client shows, in order. */
  receivedMedia?(): readonly { name: string; bytes: Buffer; caption: string }[];
  /** Edits or deletes the customer's last message. */
  edit?(text: string): Promise<void>;
  takeBack?(): Promise<void>;
  /** Sets the reactions to the last message received; an empty list removes them. */
  react?(emoji: readonly string[]): Promise<void>;
  /** Returns the business's reactions to the customer's last message. */
  reactions?(): readonly string[];
  /** Replies to the last message received. */
  answer?(text: string): Promise<void>;
  /** Returns the customer's text to which the last message received replies. */
  answered?(): string | null;
  /** Sends a receipt for the last message received. */
  confirm?(state: 'delivered' | 'read'): Promise<void>;
  /** Returns the number of messages sent with a reply handle. */
  byHandle?(): number;
  typing?(on: boolean): Promise<void>;
  sawTyping?(): boolean;
  /** Returns whether the business is shown as having read the customer's last message. */
  sawRead?(): boolean;
  setOnline?(online: boolean): Promise<void>;
  /** Makes the platform replace the customer's id; the customer writes under the new one from then on. */
  changeId?(): Promise<{ oldId: string; newId: string }>;
};

/** A group whose only members are one person and the account. */
export type HarnessGroup = {
  chatId: string;
  memberName: string;
  /** Makes the account a member in the way usual on the platform. */
  enter(host: TestHost): Promise<void>;
  write(text: string): Promise<void>;
  /** Writes a text that mentions the account; returns the mentioning words. */
  mention(): Promise<string>;
  /** Returns whether the platform counts the account as a member. */
  isIn(): boolean;
  /** Returns the account's texts that the group shows, in order. */
  received(): readonly string[];
};

/** An app on the platform, which calls a single address for all of its accounts. */
export type HarnessApp<Credentials> = {
  secrets: unknown;
  /** The id of the account under test. */
  account: string;
  /** Credentials that carry an app of the owner, and that app's secrets. */
  own: { credentials: Credentials; secrets: unknown };
  /** Returns a signed delivery with these customers' texts; repeating an event repeats the message. */
  delivery(events: readonly { account: string; id: string; text: string }[]): WebhookRequest;
  /** Returns a signed delivery with this body. */
  signed(body: Buffer): WebhookRequest;
  /** A request by which the platform verifies the address, and the expected response; absent if the platform has none. */
  challenge?: { request: WebhookRequest; answer: string };
};

/** Controls a platform's authorization server. */
export type HarnessTokens = {
  /** Invalidates the access tokens before their stated lifetime. */
  expire(): void;
  /** Revokes the grant. */
  revoke(): void;
  /** Makes the next token request fail for a transient reason. */
  trouble(): void;
  /** Returns the number of refreshes, and of attempts to reuse a refresh token. */
  counts(): { refreshed: number; reused: number };
};

/** The platform's app on the account owner's phone. */
export type HarnessPairing = {
  values: PairingValues;
  /** The id of the phone's account. */
  account: string;
  /** Scans a code; returns false if the platform rejects it. */
  scan(text: string): Promise<boolean>;
  /** Answers the phone's prompt after a scan. */
  confirm(): Promise<void>;
  decline(): Promise<void>;
  /** Makes the platform issue the next code. */
  renew(): Promise<void>;
  /** Returns the number of devices that the phone lists. */
  devices(): number;
  /** Returns the number of pairings in progress on the platform. */
  underway(): number;
};

export type Harness<Credentials> = {
  connector: Connector<Credentials>;
  credentials: Credentials;
  wrong: { credentials: Credentials; reason: RegExp };
  /** Credentials that name an address where nothing listens; null if they can't name an address. */
  unreachable: Credentials | null;
  /** Creates a host for the lifetime of one process; `stored` is the state left by the previous one. */
  newHost(stored?: TestHost['stored']): TestHost;
  customer: HarnessCustomer;
  /** Another program of the business, which writes to the customer with the same account; present if `capabilities.echoes`. */
  otherProgram?: { write(text: string): Promise<void> };
  /** Present if `capabilities.groups`. */
  group?: HarnessGroup;
  /** Present if the connector has `tokens`, which are then part of `credentials`. */
  tokens?: HarnessTokens;
  /** Present if `manifest.pairing`. */
  pairing?: HarnessPairing;
  /** Present if `transports` includes `app-webhook`. */
  appWebhook?: HarnessApp<Credentials>;
  /** Returns a sent text as it will be shown, by the documented rules of the platform or the connector. */
  shown(text: string): string;
  /** Returns a customer's text as it will be received. */
  heard(text: string): string;
  platform: { stop(): Promise<void>; start(): Promise<void> };
  close(): Promise<void>;
};

/** The fixture of one test: a fresh harness, and cleanup of everything that the test opens. */
export type Bench<Credentials> = {
  readonly harness: Harness<Credentials>;
  /** The number of this process's timers and sockets before the last `connect`. */
  readonly handlesBefore: number;
  connect(host: TestHost): Promise<Connection>;
  online(stored?: TestHost['stored']): Promise<{ host: TestHost; connection: Connection }>;
  /** Returns a new message to the harness's customer. */
  message(text: string): OutboundMessage;
  /** Also closes this connection after the test. */
  keep(connection: Connection): void;
  /** Skips the cleanup of this connection, or of all: the test has closed them. */
  forget(connection?: Connection): void;
};

export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['right-to-left overrides', 'abc \u202egnp.exe\u202c \u2067fin\u2069'],
  ['emoji with joiners and skin tones', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🇪🇸'],
  ['markup and entities', '<b>&amp;</b> ]]> "q" \'a\' </body></message> {{x}} %s'],
  ['control characters', 'a\u0000b\u0007c\u001bd\u0085e\ufffef'],
  ['lone surrogates', 'x\ud83dy\udc00z'],
  ['combining marks', `Z${'\u0301\u0323\u0334'.repeat(20)}`],
  ['line ends and tabs', 'one\r\ntwo\rthree\nfour\tfive'],
];

export const greeting = 'Hola';

/** Lets the customer write first if the platform requires it. */
export async function greetIfRequired<C>(harness: Harness<C>, host: TestHost): Promise<void> {
  if (harness.connector.manifest.capabilities.startConversation) return;
  await harness.customer.write(greeting);
  await until('the greeting', () => textsOf(host.messages).includes(greeting));
}

/** Retries as the server does: after `transient`, and after `unknown` only if a resend can't duplicate the message. */
export async function sendUntilTaken<C>(
  connector: Connector<C>,
  connection: Connection,
  message: OutboundMessage,
): Promise<SendResult> {
  return until('the message to be taken', async () => {
    const result = await connection.send(message);
    if (result.ok) return result;
    const again =
      result.outcome === 'transient' ||
      (result.outcome === 'unknown' && connector.manifest.capabilities.idempotentSend);
    if (!again) throw new Error(`Not sent: ${result.outcome}, ${result.reason}`);
    return false;
  });
}

export function textsOf(messages: readonly InboundMessage[]): string[] {
  return messages.map((message) => (message.kind === 'unsupported' ? `[${message.what}]` : textOf(message)));
}

/** Expects exactly these texts, in order if the platform preserves it. */
export function expectTexts<C>(
  { harness }: Bench<C>,
  messages: readonly InboundMessage[],
  texts: readonly string[],
): void {
  const { inboundOrder } = harness.connector.manifest.capabilities;
  const arranged = (all: readonly string[]) => (inboundOrder ? all : all.toSorted());
  expect(arranged(textsOf(messages))).toEqual(arranged(texts));
}

/** Returns the messages of two processes as they would be stored in a shared database. */
export function mergeMessages(
  before: readonly InboundMessage[],
  after: readonly InboundMessage[],
): InboundMessage[] {
  const known = new Set(before.map((message) => message.platformMessageId));
  return [...before, ...after.filter((message) => !known.has(message.platformMessageId))];
}

export function isTimerOrSocket(resource: string): boolean {
  return ['Timeout', 'TCPSocketWrap', 'TLSWrap', 'TCPServerWrap'].includes(resource);
}
