/** Connectors to messaging platforms: the port, and one connector for each platform that Parley can talk to. */
import type { Capabilities, Connector } from './spec.ts';
import { telegram } from './telegram/connector.ts';
import { telegramManifest } from './telegram/manifest.ts';
import { createWebchat } from './webchat/connector.ts';
import { webchatManifest } from './webchat/manifest.ts';
import type { WebchatHooks } from './webchat/outbound.ts';
import { xmpp } from './xmpp/connector.ts';
import { xmppManifest } from './xmpp/manifest.ts';

export type * from './spec.ts';
export { receiveFromVisitor } from './webchat/inbound.ts';
export { originAllowed, webchatCredentials } from './webchat/manifest.ts';
export type { WebchatHooks } from './webchat/outbound.ts';

export type Connectors = {
  /** By the platform's id in the contract's catalogue; undefined where there is no connector yet. */
  get(platform: string): Connector | undefined;
  all(): readonly Connector[];
};

/** All connectors. `webchat` is how the server, which is that platform, reaches visitors. */
export function createConnectors(options: { webchat: WebchatHooks }): Connectors {
  const list: readonly Connector[] = [createWebchat(options.webchat), telegram, xmpp];
  const byPlatform = new Map(list.map((connector) => [connector.manifest.platform, connector]));
  return { get: (platform) => byPlatform.get(platform), all: () => list };
}

const capabilities: ReadonlyMap<string, Capabilities> = new Map(
  [webchatManifest, telegramManifest, xmppManifest].map((manifest) => [
    manifest.platform,
    manifest.capabilities,
  ]),
);

/** What a platform's connector can do, for code that holds no connector; null where there is none. */
export function capabilitiesOf(platform: string): Capabilities | null {
  return capabilities.get(platform) ?? null;
}
