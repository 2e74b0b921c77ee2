/** Adding, connecting and disconnecting social accounts, in a real database. */
import { randomUUID } from 'node:crypto';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemOrigin } from '../../base/http/origin.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { enableAccounts } from './service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import type { FakeBot } from './testing/fake-platform.ts';

let harness: ChannelsHarness;
let server: ChannelsProcess;
let shop: ChannelsWorkspace;
let agent: string;
let bot: FakeBot;
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
});
beforeEach(async () => {
  shop = await openWorkspace(server);
  agent = await shop.addAgent();
  bot = harness.platform.addBot(randomUUID());
});
afterAll(() => harness.close());

const run = (statement: string) => harness.database.pool.query(statement);
const countAccounts = () =>
  harness.database.db.$count(socialAccounts, eq(socialAccounts.workspaceId, shop.workspaceId));

describe('adding an account', () => {
  it('checks the credentials, stores the account and goes online', async () => {
    const id = await shop.addBot(agent, bot);
    await shop.stateIs(id, 'online');
    expect(await shop.row(id)).toMatchObject({
      platform: 'telegram',
      name: 'Bot',
      handle: bot.name,
      externalId: bot.name,
      subAccountId: agent,
      enabled: true,
    });
    expect((await shop.row(id))?.credentials).not.toContain(bot.secret);
  });

  it('succeeds once it is stored, even if no process could open it at that moment', async () => {
    await run(`create function refuse_holding() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`);
    await run(`create trigger refuse before update of holder on social_accounts
      for each row execute function refuse_holding()`);
    const id = await shop.addBot(agent, bot).finally(() => run('drop function refuse_holding cascade'));
    await shop.stateIs(id, 'online');
  });

  it('passes on the platform’s own reason when it refuses, and stores nothing', async () => {
    const wrong = { credentials: { bot: bot.name, secret: 'wrong' } };
    await expect(shop.addBot(agent, wrong)).rejects.toMatchObject({
      error: 'channel.refused',
      details: { reason: 'Unauthorized' },
    });
    expect(await countAccounts()).toBe(0);
  });

  it('reports that the platform can’t be reached', async () => {
    await harness.platform.setRunning(false);
    const adding = shop.addBot(agent, bot);
    await expect(adding.finally(() => harness.platform.setRunning(true))).rejects.toThrow(
      'channel.unreachable',
    );
    expect(await countAccounts()).toBe(0);
  });

  it('accepts each account of a platform once', async () => {
    await shop.addBot(agent, bot);
    await expect(shop.addBot(agent, bot)).rejects.toThrow('channel.already-added');
    const twin = harness.platform.addBot(randomUUID());
    const both = await Promise.allSettled([shop.addBot(agent, twin), shop.addBot(agent, twin)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await countAccounts()).toBe(2);
  });

  it('names the wrong fields with a sentence in the caller’s language', async () => {
    const credentials = { bot: '', odd: 'x' };
    const form = { platform: 'telegram', subAccountId: agent, name: 'Bot', credentials } as const;
    await expect(shop.add(form)).rejects.toMatchObject({
      error: 'request.invalid',
      fields: {
        'credentials.bot': expect.any(String),
        'credentials.secret': 'This is required',
        'credentials.odd': 'This field is not accepted',
      },
    });
    await expect(shop.add(form, 'zh-CN')).rejects.toMatchObject({
      fields: { 'credentials.odd': '不接受此字段' },
    });
  });

  it('refuses platforms without a connector, and other workspaces’ sub-accounts', async () => {
    const { credentials } = bot;
    const form = { platform: 'whatsapp', subAccountId: agent, name: 'Bot', credentials } as const;
    await expect(shop.add(form)).rejects.toThrow('channel.platform-unknown');
    const stranger = await (await openWorkspace(server)).addAgent();
    for (const subAccountId of [stranger, randomUUID()])
      await expect(shop.addBot(subAccountId, bot)).rejects.toThrow('sub-account.not-found');
  });
});

describe('connecting and disconnecting', () => {
  it('closes the connection when disabled, and receives what came meanwhile once enabled', async () => {
    const id = await shop.addBot(agent, bot);
    await shop.stateIs(id, 'online');
    await shop.enable(id, false);
    expect(await shop.row(id)).toMatchObject({ enabled: false, state: 'offline' });
    await until('the connection to be closed', () => !bot.held);
    bot.write('Hola');
    expect(bot.waiting()).toHaveLength(1);
    await shop.enable(id, true);
    await shop.stateIs(id, 'online');
    await until('the message', async () => (await shop.texts(id)).includes('Hola'));
    expect(await shop.enable(id, true), 'enabling an enabled account changes nothing').toBe(0);
    expect(await shop.row(id)).toMatchObject({ state: 'online' });
  });

  it('changes several accounts or none, and counts those that changed', async () => {
    const other = harness.platform.addBot(randomUUID());
    const both = [await shop.addBot(agent, bot), await shop.addBot(agent, other)];
    for (const id of both) await shop.stateIs(id, 'online');
    const enable = (ids: string[], enabled: boolean, { workspaceId } = shop) =>
      enableAccounts(server.deps, workspaceId, { ids, enabled }, systemOrigin);
    const states = async () => (await Promise.all(both.map(shop.row))).map((row) => row?.state);
    await expect(enable([...both, randomUUID()], false)).rejects.toThrow('resource.not-found');
    const stranger = await openWorkspace(server);
    await expect(enable(both, false, stranger)).rejects.toThrow('resource.not-found');
    expect(await states()).toEqual(['online', 'online']);
    expect(await enable(both.slice(0, 1), false)).toBe(1);
    expect(await enable([...both, ...both], false)).toBe(1);
    expect(await states()).toEqual(['offline', 'offline']);
    expect(await enable(both, true)).toBe(2);
    for (const id of both) await shop.stateIs(id, 'online');
  });

  it('shows a revoked secret as refused, with the platform’s reason', async () => {
    const id = await shop.addBot(agent, bot);
    await shop.stateIs(id, 'online');
    await shop.enable(id, false);
    bot.revoke();
    await shop.enable(id, true);
    await shop.stateIs(id, 'refused', 'Unauthorized');
  });
});
