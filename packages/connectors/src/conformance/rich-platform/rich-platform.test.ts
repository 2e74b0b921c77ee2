import { describeConnector, type Harness } from '../../conformance.ts';
import { createTestHost } from '../../testing/host.ts';
import { createRichConnector } from './connector.ts';
import type { RichCredentials } from './manifest.ts';
import { RichPlatform } from './platform.ts';

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
      confirm: async (state) => platform.confirmLast(state),
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
