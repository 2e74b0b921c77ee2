import { describeConnector, type Harness } from '../conformance.ts';
import { createTestHost } from '../testing/host.ts';
import { type BareCredentials, BarePlatform, createBareConnector } from './bare-platform.ts';

async function makeHarness(): Promise<Harness<BareCredentials>> {
  const platform = new BarePlatform();
  return {
    connector: createBareConnector(platform),
    credentials: { token: platform.token },
    wrong: { credentials: { token: 'wrong' }, reason: /^token unknown$/ },
    unreachable: null,
    newHost: (stored) => createTestHost(stored ? { stored } : {}),
    customer: {
      chatId: platform.chatId,
      write: (text) => platform.write(text),
      received: () => platform.received(),
      confirm: async (state) => {
        if (state === 'delivered') await platform.confirmLast();
      },
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

describeConnector('the bare platform', makeHarness);
