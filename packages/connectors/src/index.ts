/** Connectors to messaging platforms: the port, and one connector for each supported platform. */
import type { Capabilities, Connector } from './spec.ts';
import { type TelegramCredentials, telegramManifest } from './telegram/manifest.ts';
import { rereadUpdate } from './telegram/updates.ts';
import { createWebchat } from './webchat/connector.ts';
import { webchatManifest } from './webchat/manifest.ts';
import type { WebchatHooks } from './webchat/outbound.ts';
import { type XmppCredentials, xmppManifest } from './xmpp/manifest.ts';

export { historyLimits } from './kit/history-limits.ts';
export { createTokenMemory } from './kit/token-memory.ts';
export {
  endedFault,
  type HeldToken,
  noTokens,
  rejectedFault,
  type TokenSource,
  tokensFrom,
} from './kit/token-use.ts';
export { connectorValueLimits, isPlatformToken, pairingLimits } from './kit/value-limits.ts';
export { textOf } from './kit/words.ts';
export type * from './spec.ts';
export { changeFromVisitor, receiveFromVisitor, type VisitorFile } from './webchat/inbound.ts';
export { asksForRatings, originAllowed, showsAgentNames, webchatCredentials } from './webchat/manifest.ts';
export type { WebchatHooks } from './webchat/outbound.ts';

export type Connectors = {
  /** Looks up by the platform's id in the contract's catalogue; undefined if there is no connector. */
  get(platform: string): Connector | undefined;
  all(): readonly Connector[];
};

/** Loads the connector and its library lazily, when the first account of the platform is checked, opened or called. */
const telegram: Connector<TelegramCredentials> = {
  manifest: telegramManifest,
  check: async (...given) => (await loadTelegram()).check(...given),
  open: async (...given) => (await loadTelegram()).open(...given),
  webhook: async (...given) => (await import('./telegram/webhook.ts')).answerWebhook(...given),
  fetchMedia: async (...given) => (await import('./telegram/media.ts')).fetchMedia(...given),
  reread: rereadUpdate,
};
const loadTelegram = async () => (await import('./telegram/connector.ts')).telegram;

/** Loads the connector and its library lazily, when the first account of the platform is checked, opened or read. */
const xmpp: Connector<XmppCredentials> = {
  manifest: xmppManifest,
  check: async (...given) => (await loadXmpp()).check(...given),
  open: async (...given) => (await loadXmpp()).open(...given),
  fetchMedia: async (...given) => (await import('./xmpp/media.ts')).fetchMedia(...given),
  async *readHistory(...given) {
    yield* (await import('./xmpp/history.ts')).readHistory(...given);
  },
};
const loadXmpp = async () => (await import('./xmpp/connector.ts')).xmpp;

/**
 * Returns all built-in connectors and `others`. `webchat`: the hooks by which the server, itself the platform, reaches
 * visitors.
 */
export function createConnectors({
  webchat,
  others = [],
}: {
  webchat: WebchatHooks;
  others?: readonly Connector[];
}): Connectors {
  const list: readonly Connector[] = [createWebchat(webchat), telegram, xmpp, ...others];
  const byPlatform = new Map(list.map((connector) => [connector.manifest.platform, connector]));
  return { get: (platform) => byPlatform.get(platform), all: () => list };
}

const capabilities: ReadonlyMap<string, Capabilities> = new Map(
  [webchatManifest, telegramManifest, xmppManifest].map((manifest) => [
    manifest.platform,
    manifest.capabilities,
  ]),
);

/** Returns the capabilities of a platform, for code without a connector at hand; null for an unknown platform. */
export function capabilitiesOf(platform: string): Capabilities | null {
  return capabilities.get(platform) ?? null;
}
