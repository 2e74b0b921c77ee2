import { createOrdered } from '../../kit/ordered.ts';
import { editParts, sendParts } from '../../kit/parts.ts';
import { splitText } from '../../kit/split-text.ts';
import { isBlank } from '../../kit/text.ts';
import type {
  ChangeResult,
  Connection,
  Connector,
  ConnectorHost,
  OutboundChange,
  OutboundMessage,
  SendResult,
} from '../../spec.ts';
import { richApp } from './app.ts';
import { type RichCredentials, richManifest } from './manifest.ts';
import { type Line, type RichPlatform, richAccount } from './platform.ts';

const refusal = 'token unknown';
const notConnected = { ok: false, outcome: 'transient', reason: 'platform-not-connected' } as const;

export function createRichConnector(platform: RichPlatform): Connector<RichCredentials> {
  return {
    manifest: richManifest,
    appOf: () => 'app-1',
    app: richApp,
    async check({ token, account = richAccount }) {
      return token === platform.token
        ? { ok: true, account: { id: account, displayName: 'Shop' } }
        : { ok: false, kind: 'refused', reason: refusal };
    },
    listTemplates: async ({ token }) =>
      token === platform.token ? { ok: true, templates: platform.templates } : { ok: false, reason: refusal },
    async open({ token }, host) {
      if (token === platform.token) return open(platform, host);
      host.state('refused', refusal);
      return {
        send: async () => ({ ok: false, outcome: 'permanent', reason: refusal }),
        change: async () => ({ ok: false, outcome: 'permanent', reason: refusal }),
        close: async () => host.state('offline'),
      };
    },
  };
}

function open(platform: RichPlatform, host: ConnectorHost): Connection {
  const closing = new AbortController();
  const ordered = createOrdered();
  /** Hands over until it is durable: the platform delivers nothing twice. */
  const insist = async (work: () => Promise<void>): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        return await work();
      } catch {
        await host.clock.sleep(1_000, closing.signal).catch(() => undefined);
      }
    }
  };
  const line: Line = {
    news: (chatId) => void ordered.run('in', () => insist(() => readOn(platform, host, chatId))),
    report: (receipt) => void ordered.run('receipts', () => insist(() => host.receipt(receipt))),
    changed(running) {
      host.state(running ? 'online' : 'connecting');
      if (running) line.news(platform.chatId);
    },
  };
  const disconnect = platform.connect(line);
  const isOpen = () => !closing.signal.aborted && platform.running;
  return {
    send: (message) => ordered.run(message.chatId, () => send(platform, isOpen, message)),
    change: (change) => changeMessage(platform, isOpen, change),
    async close() {
      disconnect();
      closing.abort();
      await ordered.idle();
      host.state('offline');
    },
  };
}

/** Stores what a chat's archive has more, then the position behind it. */
async function readOn(platform: RichPlatform, host: ConnectorHost, chatId: string): Promise<void> {
  const key = `position/${chatId}`;
  const position = Number((await host.values.get(key)) ?? 0);
  const messages = platform.after(chatId, position);
  if (messages.length === 0) return;
  await host.accept(messages);
  await host.values.set(key, String(position + messages.length));
}

const partsOf = (text: string) => {
  const { part } = richManifest.capabilities.text;
  return (part === undefined ? [text] : splitText(text, part)).filter((one) => !isBlank(one));
};

async function send(
  platform: RichPlatform,
  isOpen: () => boolean,
  message: OutboundMessage,
): Promise<SendResult> {
  const { template } = message;
  if (template !== undefined) {
    if (!isOpen()) return notConnected;
    const platformMessageId = platform.takeTemplate(template.id, template.values);
    if (platformMessageId === null) return { ok: false, outcome: 'permanent', reason: 'template-gone' };
    return { ok: true, platformMessageId };
  }
  let { replyHandle } = message;
  return sendParts(message, partsOf(message.text), async (part) => {
    if (!isOpen()) return notConnected;
    const id = platform.take(part, replyHandle);
    replyHandle = undefined;
    return { ok: true, id };
  });
}

async function changeMessage(
  platform: RichPlatform,
  isOpen: () => boolean,
  change: OutboundChange,
): Promise<ChangeResult> {
  if (!isOpen()) return notConnected;
  if (change.kind === 'edit')
    return editParts(change, partsOf(change.text), {
      edit: async (id, part) => platform.edit(id, part),
      remove: async (id) => platform.remove(id),
    });
  for (const id of change.parts ?? [change.target]) platform.remove(id);
  return { ok: true };
}
