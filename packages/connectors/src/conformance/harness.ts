import { until } from '@parley/testing';
import { expect } from 'vitest';
import { wordsOf } from '../kit/words.ts';
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
  /** Resolves once the platform has taken the message; tries again while the platform comes back. */
  write(text: string): Promise<void>;
  /** The texts that the customer's program shows, in order. */
  received(): readonly string[];
  /** Sends a picture of these bytes, where media can come in. */
  sendImage?(bytes: Buffer, caption: string): Promise<void>;
  /** The media that the customer's program shows, in order. */
  receivedMedia?(): readonly { name: string; bytes: Buffer; caption: string }[];
  /** Changes the customer's last message, or takes it back. */
  edit?(text: string): Promise<void>;
  takeBack?(): Promise<void>;
  /** Reacts to the last message received; none: takes the reactions back. */
  react?(emoji: readonly string[]): Promise<void>;
  /** The business's reactions to the customer's last message. */
  reactions?(): readonly string[];
  /** Answers the last message received. */
  answer?(text: string): Promise<void>;
  /** The customer's text that the last message received answers. */
  answered?(): string | null;
  /** Sends a receipt for the last message received. */
  confirm?(state: 'delivered' | 'read'): Promise<void>;
  /** The number of messages that came by a reply handle. */
  byHandle?(): number;
  typing?(on: boolean): Promise<void>;
  sawTyping?(): boolean;
  /** Returns whether the business is seen to have read the customer's last message. */
  sawRead?(): boolean;
  setOnline?(online: boolean): Promise<void>;
  /** The platform gives the customer another id, under which they write from then on. */
  changeId?(): Promise<{ oldId: string; newId: string }>;
};

/** A group with one member besides the account. */
export type HarnessGroup = {
  chatId: string;
  memberName: string;
  /** The account becomes a member, as the platform has it. */
  enter(host: TestHost): Promise<void>;
  write(text: string): Promise<void>;
  /** Writes a text that mentions the account; returns the words that do. */
  mention(): Promise<string>;
  /** Returns whether the platform has the account in the group. */
  isIn(): boolean;
  /** The texts of the account that the group shows, in order. */
  received(): readonly string[];
};

/** An app of the platform's, which calls one address for all of its accounts. */
export type HarnessApp<Credentials> = {
  secrets: unknown;
  /** The id of the account under test. */
  account: string;
  /** Credentials that carry the owner's own app, and its secrets. */
  own: { credentials: Credentials; secrets: unknown };
  /** A delivery with these texts of customers, signed; the same events again are the same messages. */
  delivery(events: readonly { account: string; id: string; text: string }[]): WebhookRequest;
  /** A delivery of these bytes, signed. */
  signed(body: Buffer): WebhookRequest;
  /** A question by which the platform proves the address, and the body that answers it; where it asks. */
  challenge?: { request: WebhookRequest; answer: string };
};

/** Drives a platform's authorization server. */
export type HarnessTokens = {
  /** The access tokens are over, though they were to last longer. */
  expire(): void;
  /** The grant is withdrawn. */
  revoke(): void;
  /** The next request for tokens is refused for a reason that passes. */
  trouble(): void;
  /** So often were new tokens given, and a refresh token presented that had been used. */
  counts(): { refreshed: number; reused: number };
};

/** The platform's app on the phone of the account's owner. */
export type HarnessPairing = {
  values: PairingValues;
  /** The id of the phone's account. */
  account: string;
  /** Scans a code; false: the platform doesn't take it. */
  scan(text: string): Promise<boolean>;
  /** Answers the phone's question after a scan. */
  confirm(): Promise<void>;
  decline(): Promise<void>;
  /** The platform gives out the next code. */
  renew(): Promise<void>;
  /** The number of devices that the phone lists. */
  devices(): number;
  /** The number of pairings that run at the platform. */
  underway(): number;
};

export type Harness<Credentials> = {
  connector: Connector<Credentials>;
  credentials: Credentials;
  wrong: { credentials: Credentials; reason: RegExp };
  /** Credentials that name a place where nothing listens; null where there is no place to name. */
  unreachable: Credentials | null;
  /** A host for one process's life; `stored` comes from the one before. */
  newHost(stored?: TestHost['stored']): TestHost;
  customer: HarnessCustomer;
  /** A program of the business's with the same account, which writes to the customer; where `capabilities.echoes`. */
  otherProgram?: { write(text: string): Promise<void> };
  /** Present where `capabilities.groups`. */
  group?: HarnessGroup;
  /** Present where the connector has `tokens`, which `credentials` then carry. */
  tokens?: HarnessTokens;
  /** Present where `manifest.pairing`. */
  pairing?: HarnessPairing;
  /** Present where `transports` has `app-webhook`. */
  appWebhook?: HarnessApp<Credentials>;
  /** Returns the form in which a sent text is shown, by rules that the platform or the connector documents. */
  shown(text: string): string;
  /** Returns the form in which the customer's text is received. */
  heard(text: string): string;
  platform: { stop(): Promise<void>; start(): Promise<void> };
  close(): Promise<void>;
};

/** The fixture of one test: a fresh harness; all that the test opens is closed after it. */
export type Bench<Credentials> = {
  readonly harness: Harness<Credentials>;
  /** The timers and sockets of this process before the last `connect`. */
  readonly handlesBefore: number;
  connect(host: TestHost): Promise<Connection>;
  online(stored?: TestHost['stored']): Promise<{ host: TestHost; connection: Connection }>;
  /** A new message to the harness's customer. */
  message(text: string): OutboundMessage;
  /** Closes this connection after the test, too. */
  keep(connection: Connection): void;
  /** The test has closed this connection itself, or all of them. */
  forget(connection?: Connection): void;
};

export const hostile: readonly (readonly [name: string, text: string])[] = [
  ['right-to-left overrides', 'abc \u202egnp.exe\u202c \u2067fin\u2069'],
  ['emoji with joiners and skin tones', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🇪🇸'],
  ['markup and entities', '<b>&amp;</b> ]]> "q" \'a\' </body></message> {{x}} %s'],
  ['control characters', 'a\u0000b\u0007c\u001bd\u0085e\ufffef'],
  ['lone surrogates', 'x\ud83dy\udc00z'],
  ['combining marks', `Z${'\u0301\u0323\u0334'.repeat(20)}`],
  ['line ends and tabs', 'one\r\ntwo\rthree\nfour\tfive'],
];

export const greeting = 'Hola';

/** The customer writes first, where the platform wants it so. */
export async function meet<C>(harness: Harness<C>, host: TestHost): Promise<void> {
  if (harness.connector.manifest.capabilities.startConversation) return;
  await harness.customer.write(greeting);
  await until('the greeting', () => textsOf(host.messages).includes(greeting));
}

/** As the server does: again after `transient`, and after `unknown` only where that can't double it. */
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
  return messages.map((message) => (message.kind === 'unsupported' ? `[${message.what}]` : wordsOf(message)));
}

/** Expects exactly these texts, in order where the platform keeps it. */
export function expectTexts<C>(
  { harness }: Bench<C>,
  messages: readonly InboundMessage[],
  texts: readonly string[],
): void {
  const { inboundOrder } = harness.connector.manifest.capabilities;
  const arranged = (all: readonly string[]) => (inboundOrder ? all : all.toSorted());
  expect(arranged(textsOf(messages))).toEqual(arranged(texts));
}

/** Returns the messages in a database to which both processes write. */
export function union(before: readonly InboundMessage[], after: readonly InboundMessage[]): InboundMessage[] {
  const known = new Set(before.map((message) => message.platformMessageId));
  return [...before, ...after.filter((message) => !known.has(message.platformMessageId))];
}

export function isHandle(resource: string): boolean {
  return ['Timeout', 'TCPSocketWrap', 'TLSWrap', 'TCPServerWrap'].includes(resource);
}
