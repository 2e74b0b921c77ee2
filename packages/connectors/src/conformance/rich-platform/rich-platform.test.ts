import { describeConnector, type Harness } from '../../conformance.ts';
import { createTestHost } from '../../testing/host.ts';
import { createRichConnector } from './connector.ts';
import { challengeRequest, deliveryRequest, richAppSecrets, signed } from './deliveries.ts';
import type { RichCredentials } from './manifest.ts';
import { RichPlatform, richAccount } from './platform.ts';

async function makeHarness(): Promise<Harness<RichCredentials>> {
  const platform = new RichPlatform();
  return {
    connector: createRichConnector(platform),
    credentials: { token: platform.token },
    wrong: { credentials: { token: 'wrong' }, reason: /^token unknown$/ },
    unreachable: null,
    newHost: (stored) => createTestHost(stored ? { stored } : {}),
    customer: {
      chatId: platform.chatId,
      write: async (text) => platform.write(text),
      received: () => platform.received(),
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
    shown: (text) => text,
    heard: (text) => text,
    platform: {
      stop: async () => platform.setRunning(false),
      start: async () => platform.setRunning(true),
    },
    close: async () => platform.setRunning(false),
  };
}

describeConnector('the rich platform', makeHarness);
