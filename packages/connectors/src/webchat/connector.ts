import { isBlank } from '../kit/text.ts';
import type { CheckResult, Connection, Connector, ConnectorHost } from '../spec.ts';
import { showsAgentNames, type WebchatCredentials, webchatCredentials, webchatManifest } from './manifest.ts';
import type { WebchatHooks } from './outbound.ts';

/**
 * The chat widget on the business's own websites. There is no remote platform: visitors' requests reach the server, in any
 * process, and pass through `receiveFromVisitor`, `changeFromVisitor` and the host's `receipt`, `typing` and `presence`;
 * `hooks` deliver the business's messages.
 */
export function createWebchat(hooks: WebchatHooks): Connector<WebchatCredentials> {
  return {
    manifest: webchatManifest,
    check: async (credentials) => check(credentials),
    open: async (credentials, host) => open(hooks, host, showsAgentNames(credentials)),
  };
}

function check(credentials: WebchatCredentials): CheckResult {
  const parsed = webchatCredentials.safeParse(credentials);
  if (!parsed.success) return { ok: false, kind: 'refused', reason: 'credentials-invalid' };
  const { siteName, origins } = parsed.data;
  // Links to the first website; a widget for all websites names none.
  const website = origins.find((origin) => origin !== '*');
  const link = website === undefined ? null : `${website}/`;
  return { ok: true, account: { id: 'webchat', displayName: siteName, link } };
}

function open(hooks: WebchatHooks, host: ConnectorHost, hasNames: boolean): Connection {
  let closed = false;
  const running = new Set<Promise<void>>();
  /** A failed notification only costs time: the visitor's page finds the message in the event log. */
  const nudge = (call: Promise<void>): Promise<void> => {
    const settled = call.catch((error: unknown) => {
      host.log.warn({ err: error }, 'webchat: the visitor could not be notified');
    });
    running.add(settled);
    void settled.then(() => running.delete(settled));
    return settled;
  };
  host.state('online');
  return {
    async send(message) {
      if (closed) return { ok: false, outcome: 'transient', reason: 'platform-not-connected' };
      const text = message.text.toWellFormed();
      if (message.media === undefined && isBlank(text))
        return { ok: false, outcome: 'permanent', reason: 'message-empty' };
      const answering = message.replyTo === undefined ? {} : { replyTo: message.replyTo };
      await nudge(hooks.deliver(message.chatId, { id: message.id, text, ...answering }));
      return { ok: true, platformMessageId: message.id };
    },
    // The page reads messages in their current form, and is notified of each change.
    async change() {
      if (closed) return { ok: false, outcome: 'transient', reason: 'platform-not-connected' };
      return { ok: true };
    },
    typing: (chatId, on, name) => nudge(hooks.typing(chatId, on, hasNames && on && name ? name : undefined)),
    markRead: (chatId, messageId) => nudge(hooks.read(chatId, messageId)),
    async close() {
      closed = true;
      await Promise.all(running);
      host.state('offline');
    },
  };
}
