import { until } from '@parley/testing';
import { describeHostilePlatform } from '../conformance/hostile.ts';
import type { Hostile } from '../conformance/hostile-case.ts';
import { createTestHost } from '../testing/host.ts';
import { type CaseInfo, type OpenCase, startHostileThread } from '../testing/hostile-thread.ts';
import { xmpp } from './connector.ts';

const hostileXmpp: Hostile = {
  concurrency: 8,
  async open(seed, mutations) {
    const file = new URL('./fixtures/hostile-server-thread.ts', import.meta.url);
    const thread = await startHostileThread(file, seed, mutations);
    const cases = thread.cases.map((one, index) => ({
      ...one,
      play: async () => meetHostileServer(one, await thread.open(index)),
    }));
    return { cases, close: thread.close };
  },
};

/** Opens an account at a hostile server, waits for the end of the connection, and returns the reported reasons. */
async function meetHostileServer(one: CaseInfo, hostile: OpenCase): Promise<string[]> {
  const host = createTestHost({ longestSleep: 2 });
  const credentials = { jid: 'shop@chat.test', password: 'secret', service: hostile.url };
  const connection = await xmpp.open(credentials, host);
  const reasons = () => host.states.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  const harmless = () => one.mayEndWell && host.states.at(-1)?.state === 'online';
  await until(one.name, () => hostile.count() > 0 && (reasons().length > 0 || harmless()), 60_000);
  await Promise.all([connection.close(), hostile.close()]);
  return reasons();
}

describeHostilePlatform('xmpp', hostileXmpp);
