/**
 * The minimal platform of the conformance suite, with the fewest capabilities that a platform can have. Messages written while
 * the account isn't connected are lost, messages may be reordered, and the only receipt is `delivered`. Running the suite on it
 * shows that the suite requires no more of a connector than it declares.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { isBlank } from '../kit/text.ts';
import type { Connection, Connector, ConnectorHost, ConnectorManifest, InboundText } from '../spec.ts';

export type BareCredentials = { token: string };

const credentials = z.strictObject({ token: z.string().min(1) });

const bareManifest: ConnectorManifest<BareCredentials> = {
  platform: 'bare',
  transports: ['stream'],
  capabilities: {
    text: { maxCodePoints: 1_000 },
    media: {},
    deliveryReceipts: true,
    readReceipts: false,
    markRead: false,
    typing: { inbound: false, outbound: false },
    presence: false,
    history: false,
    inboundOrder: false,
    startConversation: true,
    idempotentSend: false,
    replies: false,
    edits: { inbound: false, outbound: false },
    deletions: { inbound: false, outbound: false },
    reactions: { inbound: false, outbound: false },
    echoes: false,
    groups: null,
    embed: false,
  },
  credentials,
  fields: [{ name: 'token', secret: true, required: true }],
};

const chatId = 'customer-1';
/** Delay of every third message, in ms, so that the next ones overtake it. */
const detour = 15;

type Line = { receive(message: InboundText): void; changed(running: boolean): void };

/** The platform, with one account and one customer. */
export class BarePlatform {
  readonly token = 'right';
  readonly chatId = chatId;
  readonly #received: { id: string; text: string }[] = [];
  readonly #hosts = new Map<Line, ConnectorHost>();
  #running = true;
  #written = 0;

  get running(): boolean {
    return this.#running;
  }

  connect(line: Line, host: ConnectorHost): () => void {
    // The most recent login holds the account.
    this.#hosts.clear();
    this.#hosts.set(line, host);
    line.changed(this.#running);
    return () => void this.#hosts.delete(line);
  }

  async write(text: string): Promise<void> {
    this.#written += 1;
    const message: InboundText = {
      kind: 'text',
      platformMessageId: String(this.#written),
      chatId,
      chatKind: 'private',
      chatTitle: null,
      from: { id: chatId, displayName: 'Luz', language: null },
      text,
      sentAt: Date.now(),
      history: false,
    };
    if (!this.#running) return;
    const lines = [...this.#hosts.keys()];
    const hand = () => {
      for (const line of lines) if (this.#hosts.has(line)) line.receive(message);
    };
    if (this.#written % 3 === 1) void wait(detour).then(hand);
    else hand();
  }

  take(id: string, text: string): void {
    this.#received.push({ id, text });
  }

  received(): string[] {
    return this.#received.map(({ text }) => text);
  }

  async confirmLast(): Promise<void> {
    const id = this.#received.at(-1)?.id ?? '';
    for (const host of this.#hosts.values())
      await host.receipt({ chatId, platformMessageId: id, state: 'delivered' });
  }

  setRunning(running: boolean): void {
    this.#running = running;
    for (const line of this.#hosts.keys()) line.changed(running);
  }
}

const refusal = 'token unknown';

export function createBareConnector(platform: BarePlatform): Connector<BareCredentials> {
  return {
    manifest: bareManifest,
    async check({ token }) {
      return token === platform.token
        ? { ok: true, account: { id: 'account-1', displayName: 'Shop' } }
        : { ok: false, kind: 'refused', reason: refusal };
    },
    async open({ token }, host) {
      if (token === platform.token) return open(platform, host);
      host.state('refused', refusal);
      return refused(host);
    },
  };
}

function refused(host: ConnectorHost): Connection {
  return {
    send: async () => ({ ok: false, outcome: 'permanent', reason: refusal }),
    close: async () => host.state('offline'),
  };
}

function open(platform: BarePlatform, host: ConnectorHost): Connection {
  const closing = new AbortController();
  const accepting = new Set<Promise<void>>();
  /** Retries until the message is stored, because this platform never redelivers. */
  const accept = async (message: InboundText): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        return await host.accept([message]);
      } catch {
        await host.clock.sleep(1_000, closing.signal).catch(() => undefined);
      }
    }
  };
  const line: Line = {
    receive(message) {
      const accepted = accept(message);
      accepting.add(accepted);
      void accepted.then(() => accepting.delete(accepted));
    },
    changed: (running) => host.state(running ? 'online' : 'connecting'),
  };
  const disconnect = platform.connect(line, host);
  let sent = 0;
  return {
    async send({ text, chatId: to }) {
      if (closing.signal.aborted || !platform.running)
        return { ok: false, outcome: 'transient', reason: 'platform-not-connected' };
      if (isBlank(text)) return { ok: false, outcome: 'permanent', reason: 'message-empty' };
      sent += 1;
      const platformMessageId = `${to} ${sent}`;
      platform.take(platformMessageId, text);
      return { ok: true, platformMessageId };
    },
    async close() {
      disconnect();
      closing.abort();
      await Promise.all(accepting);
      host.state('offline');
    },
  };
}
