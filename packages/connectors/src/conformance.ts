/**
 * What every connector promises, tested against its real platform. A connector's own tests call `describeConnector`
 * with a harness, and add what only its platform has.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection, Connector, InboundMessage, OutboundMessage, SendResult } from './spec.ts';
import type { TestHost } from './testing/host.ts';
import { until } from './testing/until.ts';

/** A person on the platform who writes to the account under test. */
export type HarnessCustomer = {
  chatId: string;
  /** Resolves once the platform has taken the message; tries again while the platform comes back. */
  write(text: string): Promise<void>;
  /** The texts that the customer's program shows, in order. */
  received(): readonly string[];
  /** Tells of the last message received. */
  confirm?(state: 'delivered' | 'read'): Promise<void>;
  typing?(on: boolean): Promise<void>;
  sawTyping?(): boolean;
  /** Whether the business is seen to have read the customer's last message. */
  sawRead?(): boolean;
  setOnline?(online: boolean): Promise<void>;
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
  /** The form in which a text that we send is shown, by rules that the platform or the connector documents. */
  shown(text: string): string;
  /** The form in which a text that the customer writes reaches us. */
  heard(text: string): string;
  platform: { stop(): Promise<void>; start(): Promise<void> };
  close(): Promise<void>;
};

const hostile: readonly (readonly [name: string, text: string])[] = [
  ['right-to-left overrides', 'abc \u202egnp.exe\u202c \u2067fin\u2069'],
  ['emoji with joiners and skin tones', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🇪🇸'],
  ['markup and entities', '<b>&amp;</b> ]]> "q" \'a\' </body></message> {{x}} %s'],
  ['control characters', 'a\u0000b\u0007c\u001bd\u0085e\ufffef'],
  ['lone surrogates', 'x\ud83dy\udc00z'],
  ['combining marks', `Z${'\u0301\u0323\u0334'.repeat(20)}`],
  ['line ends and tabs', 'one\r\ntwo\rthree\nfour\tfive'],
];

export function describeConnector<C>(name: string, makeHarness: () => Promise<Harness<C>>): void {
  describe(`${name}: what every connector promises`, () => {
    let harness: Harness<C>;
    let open: Connection[] = [];
    let handles = 0;

    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(async () => {
      await Promise.all(open.map((connection) => connection.close()));
      open = [];
      await harness.close();
    });

    const connect = async (host: TestHost): Promise<Connection> => {
      handles = process.getActiveResourcesInfo().filter(isHandle).length;
      const connection = await harness.connector.open(harness.credentials, host);
      open.push(connection);
      return connection;
    };
    const online = async (stored?: TestHost['stored']) => {
      const host = harness.newHost(stored);
      const connection = await connect(host);
      await until('online', () => host.states.at(-1)?.state === 'online');
      return { host, connection };
    };
    const message = (text: string): OutboundMessage => ({
      id: crypto.randomUUID(),
      chatId: harness.customer.chatId,
      text,
    });

    it('declares what it has', () => {
      const { manifest, webhook } = harness.connector;
      expect(webhook !== undefined).toBe(manifest.transports.includes('webhook'));
      const required = manifest.fields.filter((field) => field.required).map((field) => field.name);
      for (const field of required) {
        const without = { ...harness.credentials, [field]: undefined };
        expect(manifest.credentials.safeParse(without).success, field).toBe(false);
      }
      const unknown = { ...harness.credentials, nobodyKnowsThis: 'x' };
      expect(manifest.credentials.safeParse(unknown).success).toBe(false);
      expect(manifest.credentials.safeParse(harness.credentials).success).toBe(true);
    });

    it('has the methods of its capabilities and no others', async () => {
      const { connection } = await online();
      const { capabilities } = harness.connector.manifest;
      expect(connection.typing !== undefined).toBe(capabilities.typing.outbound);
      expect(connection.markRead !== undefined).toBe(capabilities.markRead);
    });

    it('checks good credentials', async () => {
      const result = await harness.connector.check(harness.credentials, harness.newHost());
      expect(result).toMatchObject({ ok: true, account: { id: expect.stringMatching(/./) } });
    });

    it('refuses bad credentials in the platform’s words', async () => {
      const result = await harness.connector.check(harness.wrong.credentials, harness.newHost());
      expect(result).toMatchObject({ ok: false, kind: 'refused' });
      expect(result.ok ? '' : result.reason).toMatch(harness.wrong.reason);
    });

    it('says that a platform can’t be reached', async ({ skip }) => {
      if (harness.unreachable === null) return skip('this platform has no place that could be out of reach');
      const result = await harness.connector.check(harness.unreachable, harness.newHost());
      expect(result).toMatchObject({ ok: false, kind: 'unreachable', reason: expect.stringMatching(/./) });
    });

    it('goes online, and offline when closed, and leaves nothing open', async () => {
      const { host, connection } = await online();
      await harness.customer.write('hello');
      await until('the message', () => host.messages.length === 1);
      await connection.send(message('bye'));
      await connection.close();
      expect(host.states.map(({ state }) => state).at(-1)).toBe('offline');
      expect(host.openSockets()).toBe(0);
      await until(
        'no handle left',
        () => process.getActiveResourcesInfo().filter(isHandle).length <= handles,
      );
      open = [];
    });

    it('closes while it is still connecting', async () => {
      const host = harness.newHost();
      const connection = await connect(host);
      await connection.close();
      open = [];
      expect(host.states.at(-1)?.state).toBe('offline');
      expect(host.openSockets()).toBe(0);
    });

    it('brings an inbound message once, in full shape', async () => {
      const { host } = await online();
      const before = Date.now();
      await harness.customer.write('¿Tienen el vestido en azul?');
      await until('the message', () => host.messages.length > 0);
      const [first] = host.messages;
      expect(first).toMatchObject({
        kind: 'text',
        chatId: harness.customer.chatId,
        chatKind: 'private',
        text: '¿Tienen el vestido en azul?',
        history: false,
      });
      expect(first?.platformMessageId).toMatch(/./);
      expect(first?.from.id).toMatch(/./);
      // Platforms that keep whole seconds round down.
      expect(first?.sentAt).toBeGreaterThanOrEqual(before - 1000);
      expect(first?.sentAt).toBeLessThanOrEqual(Date.now() + 1000);
    });

    it('brings many messages once each, in order', async () => {
      const { host } = await online();
      const texts = Array.from({ length: 25 }, (_, i) => `message ${i}`);
      for (const text of texts) await harness.customer.write(text);
      await until('all messages', () => host.messages.length >= texts.length);
      expect(textsOf(host.messages)).toEqual(texts);
      expect(new Set(host.accepted.map((one) => one.platformMessageId)).size).toBe(texts.length);
    });

    it.for(hostile)('carries hostile text in: %s', async ([, text]) => {
      const { host } = await online();
      await harness.customer.write(text);
      await until('the message', () => host.messages.length > 0);
      expect(textsOf(host.messages)).toEqual([harness.heard(text)]);
    });

    it.for(hostile)('carries hostile text out: %s', async ([, text]) => {
      const { host, connection } = await online();
      await meet(harness, host);
      expect(await connection.send(message(text))).toMatchObject({ ok: true });
      await until('the answer', () => harness.customer.received().length > 0);
      expect(harness.customer.received()).toEqual([harness.shown(text)]);
    });

    it('tells the receipt id on sending, and the answer arrives once', async () => {
      const { host, connection } = await online();
      await meet(harness, host);
      const result = await connection.send({ ...message('Sí, en azul.'), firstAttempt: true });
      expect(result).toMatchObject({ ok: true, platformMessageId: expect.stringMatching(/./) });
      await until('the answer', () => harness.customer.received().length > 0);
      expect(harness.customer.received()).toEqual(['Sí, en azul.']);
    });

    it('refuses an empty message for good', async () => {
      const { host, connection } = await online();
      await meet(harness, host);
      for (const text of ['', ' \n ']) {
        expect(await connection.send(message(text))).toMatchObject({ ok: false, outcome: 'permanent' });
      }
    });

    it('sends in the order in which it is asked', async () => {
      const { host, connection } = await online();
      await meet(harness, host);
      const texts = Array.from({ length: 20 }, (_, i) => `answer ${i}`);
      const results = await Promise.all(texts.map((text) => connection.send(message(text))));
      expect(results.every((result) => result.ok)).toBe(true);
      await until('all answers', () => harness.customer.received().length >= texts.length);
      expect(harness.customer.received()).toEqual(texts);
    });

    it('takes a text of the length that it declares', async () => {
      const { host, connection } = await online();
      await meet(harness, host);
      const { maxCodePoints } = harness.connector.manifest.capabilities.text;
      const text = '👩🏽‍🚀é'.repeat(Math.floor(maxCodePoints / 5));
      expect(await connection.send(message(text))).toMatchObject({ ok: true });
      await until('the whole text', () => harness.customer.received().join('').length >= text.length);
      expect(harness.customer.received().join('')).toBe(text);
    });

    it('sends the same id again without doubling, if it says so', async ({ skip }) => {
      if (!harness.connector.manifest.capabilities.idempotentSend) return skip('it says that it can’t');
      const { host, connection } = await online();
      await meet(harness, host);
      const one = message('only once');
      const first = await connection.send(one);
      const second = await connection.send(one);
      await connection.close();
      const again = await online(host.stored);
      const third = await again.connection.send(one);
      expect([second, third]).toEqual([first, first]);
      expect(await again.connection.send(message('the end'))).toMatchObject({ ok: true });
      await until('the end', () => harness.customer.received().includes('the end'));
      expect(harness.customer.received()).toEqual(['only once', 'the end']);
    });

    it('acknowledges nothing while the database is away, and brings it again', async () => {
      const { host } = await online();
      await harness.customer.write('first');
      await until('the first message', () => host.messages.length === 1);
      await until('rest', () => host.stored.cursor !== null || host.accepted.length === 1);
      host.databaseDown = true;
      const before = host.stored.cursor;
      await harness.customer.write('second');
      await harness.customer.write('third');
      await until('several refusals', () => host.refusals() >= 3);
      expect(textsOf(host.messages)).toEqual(['first']);
      expect(host.stored.cursor).toBe(before);
      host.databaseDown = false;
      await until('the others', () => host.messages.length >= 3);
      expect(textsOf(host.messages)).toEqual(['first', 'second', 'third']);
    });

    it('survives the platform’s restart: what is said meanwhile arrives once, in order, both ways', async () => {
      const { host, connection } = await online();
      await meet(harness, host);
      await harness.customer.write('before');
      await until('the first message', () => textsOf(host.messages).includes('before'));
      host.cut({ refuse: true });
      await harness.platform.stop();
      const answers = ['answer 1', 'answer 2', 'answer 3'].map(message);
      const sending = (async () => {
        for (const answer of answers) await sendUntilTaken(harness.connector, connection, answer);
      })();
      await harness.platform.start();
      for (const text of ['meanwhile 1', 'meanwhile 2', 'meanwhile 3']) await harness.customer.write(text);
      host.restore();
      await until('online again', () => host.states.at(-1)?.state === 'online');
      await sending;
      await harness.customer.write('after');
      await until('all messages', () => textsOf(host.messages).includes('after'));
      expect(textsOf(host.messages).filter((text) => text !== greeting)).toEqual([
        'before',
        'meanwhile 1',
        'meanwhile 2',
        'meanwhile 3',
        'after',
      ]);
      await until('all answers', () => harness.customer.received().length >= 3);
      expect(harness.customer.received()).toEqual(['answer 1', 'answer 2', 'answer 3']);
    });

    it('loses and doubles nothing when our process dies', async () => {
      const first = await online();
      const texts = Array.from({ length: 20 }, (_, i) => `word ${i}`);
      const writing = (async () => {
        for (const text of texts) await harness.customer.write(text);
      })();
      await until('some messages', () => first.host.messages.length >= 3);
      first.host.crash();
      const second = await online(first.host.stored);
      await writing;
      const all = () => union(first.host.messages, second.host.messages);
      await until('all messages', () => all().length >= texts.length);
      expect(textsOf(all())).toEqual(texts);
      // The dead process's promises never settle; its sockets are gone already.
      open = open.filter((connection) => connection !== first.connection);
    });

    it('tells receipts', async ({ skip }) => {
      const { deliveryReceipts, readReceipts } = harness.connector.manifest.capabilities;
      if (!deliveryReceipts && !readReceipts) return skip('the platform has none');
      const { host, connection } = await online();
      await meet(harness, host);
      const result = await connection.send(message('did you get this?'));
      const platformMessageId = result.ok ? result.platformMessageId : '';
      await until('the answer', () => harness.customer.received().length > 0);
      const chatId = harness.customer.chatId;
      for (const state of ['delivered', 'read'] as const) {
        await harness.customer.confirm?.(state);
        await until(`«${state}»`, () => host.receipts.some((receipt) => receipt.state === state));
        expect(host.receipts).toContainEqual({ chatId, platformMessageId, state });
      }
    });

    it('tells the platform what was read', async ({ skip }) => {
      if (!harness.connector.manifest.capabilities.markRead) return skip('the platform doesn’t take it');
      const { host, connection } = await online();
      await harness.customer.write('read me');
      await until('the message', () => host.messages.length > 0);
      const id = host.messages[0]?.platformMessageId ?? '';
      await connection.markRead?.(harness.customer.chatId, id);
      await until('the customer to see it', () => harness.customer.sawRead?.());
    });

    it('carries typing both ways as declared', async () => {
      const { typing } = harness.connector.manifest.capabilities;
      const { host, connection } = await online();
      await meet(harness, host);
      const chatId = harness.customer.chatId;
      if (typing.outbound) {
        await connection.typing?.(chatId, true);
        await until('the customer to see it', () => harness.customer.sawTyping?.());
      }
      if (!typing.inbound) return;
      host.typings.length = 0;
      await harness.customer.typing?.(true);
      await until('typing', () => host.typings.some((one) => one.on));
      await harness.customer.typing?.(false);
      await until('no typing', () => host.typings.at(-1)?.on === false);
      expect(new Set(host.typings.map((one) => one.chatId))).toEqual(new Set([chatId]));
    });

    it('follows presence', async ({ skip }) => {
      if (!harness.connector.manifest.capabilities.presence) return skip('the platform doesn’t tell it');
      const { host } = await online();
      const peerId = harness.customer.chatId;
      await harness.customer.setOnline?.(true);
      await until('online', () => host.presences.at(-1)?.online === true);
      await harness.customer.setOnline?.(false);
      await until('offline', () => host.presences.at(-1)?.online === false);
      expect(new Set(host.presences.map((one) => one.peerId))).toEqual(new Set([peerId]));
    });

    it('says refused, with the reason, and stops when the credentials don’t hold', async ({ skip }) => {
      if (harness.unreachable === null) return skip('Parley itself is the platform');
      const host = harness.newHost();
      const connection = await harness.connector.open(harness.wrong.credentials, host);
      open.push(connection);
      await until('the refusal', () => host.states.at(-1)?.state === 'refused');
      expect(host.states.at(-1)?.reason).toMatch(harness.wrong.reason);
      const result = await connection.send(message('into the void'));
      expect(result.ok).toBe(false);
    });
  });
}

const greeting = 'Hola';

/** The customer writes first, where the platform wants it so. */
async function meet<C>(harness: Harness<C>, host: TestHost): Promise<void> {
  if (harness.connector.manifest.capabilities.startConversation) return;
  await harness.customer.write(greeting);
  await until('the greeting', () => textsOf(host.messages).includes(greeting));
}

/** As the server does: again after `transient`, and after `unknown` only where that can't double it. */
async function sendUntilTaken<C>(
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

function textsOf(messages: readonly InboundMessage[]): string[] {
  return messages.map((message) => (message.kind === 'text' ? message.text : `[${message.what}]`));
}

/** What a database that both processes write to would hold. */
function union(before: readonly InboundMessage[], after: readonly InboundMessage[]): InboundMessage[] {
  const known = new Set(before.map((message) => message.platformMessageId));
  return [...before, ...after.filter((message) => !known.has(message.platformMessageId))];
}

function isHandle(resource: string): boolean {
  return ['Timeout', 'TCPSocketWrap', 'TLSWrap', 'TCPServerWrap'].includes(resource);
}
