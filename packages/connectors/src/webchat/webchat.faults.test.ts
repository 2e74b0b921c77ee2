import { describeHostilePlatform } from '../conformance/hostile.ts';
import { type Hostile, withoutServers } from '../conformance/hostile-case.ts';
import { createTestHost } from '../testing/host.ts';
import { createRandom, mutate } from '../testing/random.ts';
import { changeFromVisitor, receiveFromVisitor } from './inbound.ts';

const hostileVisitors: Hostile = {
  concurrency: 4,
  async open(seed, mutations) {
    const random = createRandom(seed);
    const cases = Array.from({ length: mutations }, (_, n) => ({
      name: `mutation ${n}`,
      async play() {
        const [target, host] = [crypto.randomUUID(), createTestHost()];
        const change = mutate(JSON.stringify({ kind: 'edited', target, text: '¿Azul?' }), random);
        const text = mutate(JSON.stringify({ id: target, replyTo: target, text: '¿Tienen?' }), random);
        const visitor = { chatId: 'visitor-1', displayName: null, language: null };
        await changeFromVisitor(host, visitor, parsed(change));
        const result = await receiveFromVisitor(host, visitor, parsed(text));
        return result.ok ? [] : result.fields;
      },
    }));
    return withoutServers(cases);
  },
};

/** Parses a text as JSON, as the HTTP layer does; any other text stays a string. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describeHostilePlatform('webchat', hostileVisitors);
