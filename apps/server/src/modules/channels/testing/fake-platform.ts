/** A messaging platform within the test, whose bots a test creates, and the connector to it: no sockets, no polls. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection, Connector, ConnectorHost, InboundText, OutboundMessage } from '@parley/connectors';
import { capabilitiesOf } from '@parley/connectors';
import { z } from 'zod';
import type { Network } from '../../../base/network.ts';

/** The platform under whose id accounts are added; the fake has its capabilities. */
export const fakePlatformId = 'telegram';

const credentials = z.strictObject({ bot: z.string().min(1), secret: z.string().min(1) });
type FakeCredentials = z.output<typeof credentials>;

type Line = {
  host: ConnectorHost;
  connect(): Promise<void>;
  deliver(): void;
  /** Calls the platform's `before` from the connector's own code. */
  misbehave(): void;
};

export class FakeBot {
  readonly name: string;
  /** Replaced when the platform revokes it. */
  secret = 'right';
  /** The texts of the business, in the order in which they were sent. */
  readonly sent: string[] = [];
  /** The open connections; an account that no process holds has none. */
  readonly lines = new Set<Line>();
  readonly #waiting: InboundText[] = [];
  #count = 0;

  constructor(name: string) {
    this.name = name;
  }

  get credentials(): FakeCredentials {
    return { bot: this.name, secret: this.secret };
  }

  /** Returns whether some process receives its messages. */
  get held(): boolean {
    return this.lines.size > 0;
  }

  /** Lets a customer write. The message waits until a connection has stored it. */
  write(text: string, from = 'marta', given: Partial<InboundText> = {}): void {
    this.#waiting.push(this.message(text, from, given));
    for (const line of this.lines) line.deliver();
  }

  /** Returns a customer's next message. */
  message(text: string, from = 'marta', given: Partial<InboundText> = {}): InboundText {
    this.#count += 1;
    return {
      kind: 'text',
      platformMessageId: `${this.#count}`,
      chatId: from,
      chatKind: 'private',
      chatTitle: null,
      from: { id: from, displayName: from, language: null },
      text,
      sentAt: Date.now(),
      history: false,
      ...given,
    };
  }

  /** The oldest messages that no connection has stored. */
  waiting(): readonly InboundText[] {
    return [...this.#waiting];
  }

  stored(messages: readonly InboundText[]): void {
    for (const message of messages) this.#waiting.splice(this.#waiting.indexOf(message), 1);
  }

  revoke(): void {
    this.secret = 'another';
  }
}

export class FakePlatform {
  readonly #bots = new Map<string, FakeBot>();
  #running = true;
  /** Called in the connector's code before each check and connection, and by `misbehave`. */
  before: (bot: string) => void = () => undefined;

  /** The direct way to the platform. Nothing but the platform is at its end: proxies, for instance, can't be reached. */
  readonly network: Network = {
    fetch: async (_, init) => {
      // An answer takes longer than anything that is done while it is awaited.
      await nextTurn();
      init?.signal?.throwIfAborted();
      if (!this.#running) throw new Error('the platform is down');
      return new Response();
    },
    connect: () => Promise.reject(new Error('connection refused')),
  };

  readonly connector: Connector = connectorTo(this);

  addBot(name: string): FakeBot {
    const bot = new FakeBot(name);
    this.#bots.set(name, bot);
    return bot;
  }

  bot(name: string): FakeBot | undefined {
    return this.#bots.get(name);
  }

  /** Stops or starts the platform. Resolves when all connections have noticed it. */
  async setRunning(running: boolean): Promise<void> {
    this.#running = running;
    const lines = [...this.#bots.values()].flatMap((bot) => [...bot.lines]);
    await Promise.all(lines.map((line) => line.connect()));
  }
}

function connectorTo(platform: FakePlatform): Connector {
  const capabilities = capabilitiesOf(fakePlatformId);
  if (capabilities === null) throw new Error('the platform is one of Parley’s');
  const connector: Connector<FakeCredentials> = {
    manifest: {
      platform: fakePlatformId,
      transports: ['stream', 'webhook'],
      capabilities,
      credentials,
      fields: [
        { name: 'bot', secret: false, required: true },
        { name: 'secret', secret: true, required: true },
      ],
    },
    async check({ bot: name, secret }, { network }) {
      platform.before(name);
      const bot = platform.bot(name);
      try {
        await network.fetch(name);
      } catch (error) {
        return { ok: false, kind: 'unreachable', reason: String(error) };
      }
      if (bot?.secret !== secret) return { ok: false, kind: 'refused', reason: 'Unauthorized' };
      return { ok: true, account: { id: name, displayName: name } };
    },
    open: async (given, host) => open(platform, given, host),
    async webhook({ headers, body }, { secret }, host) {
      if (headers['x-secret'] !== secret) return { status: 401 };
      // Written by the test, with messages of this type.
      const messages = JSON.parse(body.toString()) as InboundText[];
      return host.accept(messages).then(
        () => ({ status: 200 }),
        () => ({ status: 503 }),
      );
    },
    reread: () => {
      throw new Error('unreadable for good');
    },
  };
  // Sound, because its manifest validates credentials before they reach the connector.
  return connector as Connector;
}

function open(
  platform: FakePlatform,
  { bot: name, secret }: FakeCredentials,
  host: ConnectorHost,
): Connection {
  platform.before(name);
  const bot = platform.bot(name);
  if (bot?.secret !== secret) {
    host.state('refused', 'Unauthorized');
    return {
      send: async () => ({ ok: false, outcome: 'permanent', reason: 'Unauthorized' }),
      close: async () => undefined,
    };
  }
  const closing = new AbortController();
  const receiving = receive(bot, host, closing.signal);
  let online = false;
  const misbehaving = Promise.withResolvers<void>();
  void misbehaving.promise.then(() => platform.before(name));
  const line: Line = {
    host,
    misbehave: misbehaving.resolve,
    async connect() {
      online = await host.network.fetch(name).then(
        () => true,
        () => false,
      );
      if (closing.signal.aborted) return;
      host.state(online ? 'online' : 'connecting');
      if (online) receiving.start();
    },
    deliver: () => void (online && receiving.start()),
  };
  bot.lines.add(line);
  void line.connect();
  return {
    async send({ text, id }: OutboundMessage) {
      if (!online) return { ok: false, outcome: 'transient', reason: 'platform-not-connected' };
      bot.sent.push(text);
      return { ok: true, platformMessageId: `sent ${id}` };
    },
    async close() {
      closing.abort();
      bot.lines.delete(line);
      await receiving.idle();
    },
  };
}

/** Hands over the waiting messages, again and again until they are stored, as platforms do. */
function receive(bot: FakeBot, host: ConnectorHost, closing: AbortSignal) {
  let running: Promise<void> | null = null;
  const run = async () => {
    while (!closing.aborted && bot.waiting().length > 0) {
      const messages = bot.waiting();
      try {
        await host.accept(messages);
        bot.stored(messages);
      } catch {
        await host.clock.sleep(1_000, closing).catch(() => undefined);
      }
    }
  };
  return {
    start() {
      running ??= run().finally(() => {
        running = null;
      });
    },
    idle: async () => void (await running),
  };
}
