/** The limits of anonymous visitors' texts, per address and site. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { stillClock, type TestClock } from '../../testing/test-clock.ts';
import { toInbound } from './quarantine/service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import { FakeBot } from './testing/fake-platform.ts';
import { type LimitTexts, limitTexts, type VisitorDeps } from './visitor-site.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
let clock: TestClock;
let limit: LimitTexts;
let site: string;
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
  shop = await openWorkspace(server);
  site = await shop.addSite(await shop.addAgent());
});
beforeEach(() => {
  clock = stillClock();
  // The limits use only these.
  const deps = { database: harness.database, clock, rateLimitFactor: 1 } as unknown as VisitorDeps;
  limit = limitTexts(deps);
});
afterAll(() => harness.close());

const addresses = { one: '198.18.0.1', other: '198.18.0.2' };
const say = (visitorId: string, given: { at?: string; text?: string; of?: string } = {}) => {
  const { at = addresses.one, text = 'Hola', of = site } = given;
  return limit({ workspaceId: shop.workspaceId, socialAccountId: of, visitorId }, at, text);
};
const refused = { error: 'request.too-many' };

/** Returns a visitor who has written before. */
async function returning(): Promise<string> {
  const visitorId = newId();
  const account = await shop.row(site);
  if (account === null) throw new Error('there is a site');
  const message = new FakeBot(randomUUID()).message('Hola', visitorId);
  await server.deps.conversations.accept([toInbound(account, message)]);
  return visitorId;
}

describe('first texts of new visitors', () => {
  it('allows sixty an hour from one address to a site', async () => {
    for (let n = 0; n < 60; n += 1) await say(newId());
    const late = newId();
    await expect(say(late)).rejects.toMatchObject(refused);
    await say(late, { at: addresses.other });
    await say(late, { of: newId() });
    clock.advance(3_600_000);
    await say(late);
  });

  it('counts none of visitors who have written before', async () => {
    const known = await returning();
    for (let n = 0; n < 60; n += 1) await say(newId());
    await expect(say(newId())).rejects.toMatchObject(refused);
    await say(known);
  });
});

describe('texts', () => {
  it('allows 120,000 characters in ten minutes from one address to a site', async () => {
    const [one, other] = [await returning(), await returning()];
    const long = { text: '👩'.repeat(60_000) };
    await say(one, long);
    await say(other, long);
    await expect(say(one, { text: 'x' })).rejects.toMatchObject(refused);
    await say(one, { text: 'x', at: addresses.other });
    clock.advance(600_000);
    await say(one, { text: 'x' });
  });
});
