/** The conformance suite's harness of the rich platform. */
import type { Harness } from '../../conformance.ts';
import { createTokenMemory } from '../../kit/token-memory.ts';
import { tokensFrom } from '../../kit/token-use.ts';
import { createTestHost } from '../../testing/host.ts';
import { createRichConnector } from './connector.ts';
import { challengeRequest, deliveryRequest, richAppSecrets, signed } from './deliveries.ts';
import type { RichCredentials } from './manifest.ts';
import { type RichPhone, richAccount } from './pairings.ts';
import { RichPlatform } from './platform.ts';
import { richTokens } from './tokens.ts';

/** @param granted the tokens of an authorization server, if the account needs them */
export function richHarness(
  granted: Pick<RichCredentials, 'server' | 'refreshToken'> = {},
): Harness<RichCredentials> {
  const platform = new RichPlatform();
  const connector = createRichConnector(platform);
  const credentials = { token: platform.token, ...granted };
  const signal = new AbortController().signal;
  const memory = createTokenMemory(richTokens, credentials, { ...createTestHost(), signal });
  const shared = memory === null ? {} : { tokens: tokensFrom(memory) };
  return {
    connector,
    credentials,
    wrong: { credentials: { token: 'wrong' }, reason: /^token unknown$/ },
    unreachable: null,
    newHost: (stored) => createTestHost({ ...(stored && { stored }), ...shared }),
    customer: {
      chatId: platform.chatId,
      write: async (text) => platform.write(text),
      received: () => platform.received(),
      receivedMedia: () => platform.receivedMedia(),
      changeId: async () => platform.changeId(),
      byHandle: () => platform.byHandle(),
      confirm: async (state) => platform.confirmLast(state),
    },
    appWebhook: {
      secrets: richAppSecrets,
      account: richAccount,
      own: { credentials: { token: platform.token, appSecret: 'mine' }, secrets: { secret: 'mine' } },
      delivery: (events) => deliveryRequest(richAppSecrets.secret, events),
      signed: (body) => signed(richAppSecrets.secret, body),
      challenge: { request: challengeRequest(richAppSecrets.secret, '1158201444'), answer: '1158201444' },
    },
    pairing: pairingOf(platform),
    shown: (text) => text,
    heard: (text) => text,
    platform: {
      stop: async () => platform.setRunning(false),
      start: async () => platform.setRunning(true),
    },
    close: async () => platform.setRunning(false),
  };
}

function pairingOf({ pairings }: RichPlatform): NonNullable<Harness<RichCredentials>['pairing']> {
  let phone: RichPhone | null = null;
  return {
    values: { deviceName: 'Parley' },
    account: richAccount,
    async scan(text) {
      phone = pairings.scan(text);
      return phone !== null;
    },
    confirm: async () => phone?.confirm(),
    decline: async () => phone?.decline(),
    renew: async () => pairings.renew(),
    devices: () => pairings.devices.length,
    underway: () => pairings.underway,
  };
}
