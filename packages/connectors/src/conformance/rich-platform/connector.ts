import { createBackoff } from '../../kit/backoff.ts';
import { createOrdered } from '../../kit/ordered.ts';
import { editParts, type PartResult, sendParts } from '../../kit/parts.ts';
import { splitText } from '../../kit/split-text.ts';
import { isBlank } from '../../kit/text.ts';
import type {
  ChangeResult,
  Connection,
  Connector,
  ConnectorHost,
  OutboundChange,
  OutboundMedia,
  OutboundMessage,
  SendResult,
  TokenFault,
} from '../../spec.ts';
import { richApp } from './app.ts';
import { readHistory } from './history.ts';
import { type RichCredentials, richManifest } from './manifest.ts';
import { isLinked, richPairing, unlinkedReason, untilUnlinked } from './pairing.ts';
import { richAccount } from './pairings.ts';
import type { RichLine, RichPlatform } from './platform.ts';
import { reachRich, richTokens } from './tokens.ts';

const refusal = 'token unknown';
const notConnected = { ok: false, outcome: 'transient', reason: 'platform-not-connected' } as const;

export function createRichConnector(platform: RichPlatform): Connector<RichCredentials> {
  return {
    manifest: richManifest,
    appOf: () => 'app-1',
    app: richApp,
    tokens: richTokens,
    pairing: richPairing(platform),
    async check(credentials, context) {
      const { token, account = richAccount } = credentials;
      if (token !== platform.token) return { ok: false, kind: 'refused', reason: refusal };
      if (!isLinked(platform, credentials)) return { ok: false, kind: 'refused', reason: unlinkedReason };
      const reached = await reachRich(credentials, context);
      if (reached.ok) return { ok: true, account: { id: account, displayName: 'Shop' } };
      return { ...reached, kind: reached.kind === 'refused' ? 'refused' : 'unreachable' };
    },
    async listTemplates(credentials, context) {
      if (credentials.token !== platform.token) return { ok: false, reason: refusal };
      const reached = await reachRich(credentials, context);
      return reached.ok ? { ok: true, templates: platform.templates } : reached;
    },
    async fetchMedia({ key }, credentials, context) {
      const reached = await reachRich(credentials, context);
      if (!reached.ok) return { ...reached, outcome: 'later' };
      const bytes = platform.files.get(key);
      if (bytes === undefined) return { ok: false, outcome: 'gone', reason: 'no such file' };
      return { ok: true, body: new Blob([bytes]).stream(), contentType: 'image/png' };
    },
    readHistory: (...given) => readHistory(platform, ...given),
    async open(credentials, host) {
      const reason = credentials.token === platform.token ? unlinkedReason : refusal;
      if (reason === unlinkedReason && isLinked(platform, credentials))
        return untilUnlinked(platform, credentials, host, open(platform, credentials, host));
      host.state('refused', reason);
      return {
        send: async () => ({ ok: false, outcome: 'permanent', reason }),
        change: async () => ({ ok: false, outcome: 'permanent', reason }),
        close: async () => host.state('offline'),
      };
    },
  };
}

/** Goes online once the platform accepts a call, retrying until it is closed. */
function open(platform: RichPlatform, credentials: RichCredentials, host: ConnectorHost): Connection {
  const closing = new AbortController();
  const ordered = createOrdered();
  /** Retries until the work is durable, because the platform never redelivers. */
  const insist = async (work: () => Promise<void>): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        return await work();
      } catch {
        await host.clock.sleep(1_000, closing.signal).catch(() => undefined);
      }
    }
  };
  const line: RichLine = {
    news: (chatId) => void ordered.run('in', () => insist(() => readOn(platform, host, chatId))),
    report: (receipt) => void ordered.run('receipts', () => insist(() => host.receipt(receipt))),
    changed(running) {
      if (!running) return host.state('connecting');
      void insist(() => begin(platform, host)).then(() => {
        if (!isOpen()) return;
        host.state('online');
        line.news(platform.chatId);
      });
    },
  };
  let disconnect: () => void = () => undefined;
  const isOpen = () => !closing.signal.aborted && platform.running;
  const connecting = reachInTheEnd(credentials, host, closing.signal).then((reached) => {
    if (reached) disconnect = platform.connect(line);
  });
  return {
    send: (message) =>
      ordered.run(message.chatId, async () => {
        if (!isOpen()) return notConnected;
        const reached = await reachRich(credentials, host);
        return reached.ok ? send(platform, isOpen, message) : unsent(reached);
      }),
    change: (change) => changeMessage(platform, isOpen, change),
    async close() {
      closing.abort();
      await connecting;
      disconnect();
      await ordered.idle();
      host.state('offline');
    },
  };
}

/** Returns false if it was closed, or if the platform permanently refuses the account. */
async function reachInTheEnd(credentials: RichCredentials, host: ConnectorHost, closing: AbortSignal) {
  const backoff = createBackoff(host);
  while (!closing.aborted) {
    const reached = await reachRich(credentials, host);
    if (closing.aborted || reached.ok) break;
    host.state(reached.kind === 'refused' ? 'refused' : 'connecting', reached.reason);
    if (reached.kind === 'refused') return false;
    const pause = Math.max(backoff.next(), reached.retryAfterMs ?? 0);
    await host.clock.sleep(pause, closing).catch(() => undefined);
  }
  return !closing.aborted;
}

/** Transient, because the message can be sent once the owner has authorized the account again. */
function unsent({ reason, retryAfterMs }: TokenFault): SendResult {
  return { ok: false, outcome: 'transient', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Saves the start of the live messages; the archive's messages from before the account was added are history. */
async function begin(platform: RichPlatform, host: ConnectorHost): Promise<void> {
  if ((await host.cursor.load()) !== null) return;
  const history = platform.after(platform.chatId, 0).filter(({ sentAt }) => sentAt < host.addedAt);
  await host.cursor.save(String(history.length));
}

/** Stores the new messages of a chat's archive, then the position after them. */
async function readOn(platform: RichPlatform, host: ConnectorHost, chatId: string): Promise<void> {
  const key = `position/${chatId}`;
  const position = Number((await host.values.get(key)) ?? (await host.cursor.load()));
  const messages = platform.after(chatId, position);
  if (messages.length === 0) return;
  for (const change of platform.idChangesAfter(position)) await host.idChanged(change);
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
  const [caption = '', ...rest] = partsOf(message.text);
  const parts = message.media === undefined ? partsOf(message.text) : [caption, ...rest];
  return sendParts(message, parts, async (part, index) => {
    if (!isOpen()) return notConnected;
    if (index === 0 && message.media !== undefined) return sendMedium(platform, message.media, part);
    const id = platform.take(part, replyHandle);
    replyHandle = undefined;
    return { ok: true, id };
  });
}

/** Sends a medium with the first part of the text as its caption. */
async function sendMedium(
  platform: RichPlatform,
  { name, address = '' }: OutboundMedia,
  caption: string,
): Promise<PartResult> {
  const id = await platform.takeMedia(name, address, caption).catch(() => null);
  return id === null ? { ok: false, outcome: 'transient', reason: 'media-unreachable' } : { ok: true, id };
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
