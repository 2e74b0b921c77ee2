/** Decisions of ports, sub-accounts and proxies about sessions, open and new ones. */
import { randomUUID } from 'node:crypto';
import { until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemOrigin } from '../../base/http/origin.ts';
import { findPublicAccount } from './open-accounts/queries.ts';
import { changeProxy } from './service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import type { FakeBot } from './testing/fake-platform.ts';

let harness: ChannelsHarness;
let processes: [ChannelsProcess, ChannelsProcess];
let shop: ChannelsWorkspace;
let bot: FakeBot;
beforeAll(async () => {
  harness = await startChannelsHarness();
  // Either process may hold an account, so both must behave the same.
  processes = [await harness.start(), await harness.start()];
});
beforeEach(async () => {
  shop = await openWorkspace(processes[0]);
  bot = harness.platform.addBot(randomUUID());
});
afterAll(() => harness.close());

const isPublic = async (id: string) => (await findPublicAccount(harness.database, id)) !== null;
const letGo = () => until('the connection to be closed', () => !bot.held);

it('announces to consoles and desks that a session is online', async () => {
  const agent = await shop.addAgent();
  const id = await shop.addBot(agent, bot);
  await shop.stateIs(id, 'online');
  await shop.enable(id, false);
  const expected = {
    to: `console ${shop.workspaceId}, desk ${agent}`,
    event: 'account',
    payload: { socialAccountId: id, state: 'online', reason: null },
  };
  for (const process of processes) process.emitted.length = 0;
  await shop.enable(id, true);
  await until('the event', () =>
    processes
      .flatMap((process) => process.emitted)
      .some((it) => JSON.stringify(it) === JSON.stringify(expected)),
  );
});

describe('ports', () => {
  it('refuses the next session when all ports are taken, naming the limit, until one is released', async () => {
    const agent = await shop.addAgent({ portLimit: 1 });
    const site = await shop.addSite(agent);
    await shop.stateIs(site, 'online');
    const refused = await shop.addBot(agent, bot);
    await shop.stateIs(refused, 'refused', 'port-limit 1');
    expect(await shop.row(refused)).toMatchObject({ enabled: true });
    expect(await shop.row(site)).toMatchObject({ state: 'online' });
    await shop.enable(site, false);
    await shop.stateIs(refused, 'online');
    expect(await shop.past()).toEqual(['logged-out']);
    await shop.enable(site, true);
    await shop.stateIs(site, 'refused', 'port-limit 1');
    expect(await isPublic(site)).toBe(false);
    await shop.enable(refused, false);
    await shop.stateIs(site, 'online');
    expect(await isPublic(site)).toBe(true);
  });

  it('refuses a session beyond the workspace’s number of ports; lowering the number ends no session', async () => {
    const agent = await shop.addAgent();
    const first = await shop.addSite(agent);
    await shop.stateIs(first, 'online');
    await shop.setPorts(0);
    const late = await shop.addBot(agent, bot);
    await shop.stateIs(late, 'refused', 'port-pool 0');
    expect(await shop.row(first)).toMatchObject({ state: 'online' });
    await shop.setPorts(2);
    await shop.stateIs(late, 'online');
  });

  it('releases a port after over 90 seconds offline, and requests one again when the session returns', async () => {
    const agent = await shop.addAgent({ portLimit: 1 });
    const id = await shop.addBot(agent, bot);
    await shop.stateIs(id, 'online');
    const [lease] = await shop.leases();
    await harness.platform.setRunning(false);
    await shop.stateIs(id, 'connecting');
    harness.clock.advance(80_000);
    for (const { deps } of processes) await deps.connections.refresh();
    expect(await shop.leases()).toMatchObject([{ id: lease?.id }]);
    harness.clock.advance(11_000);
    await until('the port', async () => (await shop.leases()).length === 0);
    expect(await shop.past()).toEqual(['lost']);
    // It keeps trying while another account takes the port.
    const site = await shop.addSite(agent);
    await shop.stateIs(site, 'online');
    await harness.platform.setRunning(true);
    await shop.stateIs(id, 'refused', 'port-limit 1');
    await letGo();
    await shop.enable(site, false);
    await shop.stateIs(id, 'online');
    expect(await shop.leases()).toMatchObject([{ socialAccountId: id }]);
  });

  it('keeps the port through a short outage, and continues the same session', async () => {
    const id = await shop.addBot(await shop.addAgent(), bot);
    await shop.stateIs(id, 'online');
    const [before] = await shop.leases();
    await harness.platform.setRunning(false);
    await shop.stateIs(id, 'connecting');
    await harness.platform.setRunning(true);
    await shop.stateIs(id, 'online');
    expect(await shop.leases()).toMatchObject([{ id: before?.id, takenAt: before?.takenAt }]);
    expect(await shop.past()).toEqual([]);
  });
});

describe('a sub-account', () => {
  it('a disabled sub-account has no session, port or visitor until it is enabled', async () => {
    const agent = await shop.addAgent();
    const id = await shop.addBot(agent, bot);
    const site = await shop.addSite(agent);
    for (const one of [id, site]) await shop.stateIs(one, 'online');
    await shop.changeAgent(agent, { status: 'disabled' });
    expect(await isPublic(site)).toBe(false);
    for (const one of [id, site]) await shop.stateIs(one, 'refused', 'sub-account-disabled');
    await letGo();
    await until('the ports', async () => (await shop.leases()).length === 0);
    expect(await shop.past()).toEqual(['disabled', 'disabled']);
    await shop.changeAgent(agent, { status: 'normal' });
    for (const one of [id, site]) await shop.stateIs(one, 'online');
    expect(await isPublic(site)).toBe(true);
    expect(await shop.leases()).toHaveLength(2);
  });

  it('a sub-account that loses a platform loses its sessions there, and can get no account of it', async () => {
    const agent = await shop.addAgent();
    const id = await shop.addBot(agent, bot);
    const site = await shop.addSite(agent);
    for (const one of [id, site]) await shop.stateIs(one, 'online');
    await shop.changeAgent(agent, { platforms: ['webchat'] });
    await shop.stateIs(id, 'refused', 'not-permitted');
    await letGo();
    await until('the port', async () => (await shop.leases()).length === 1);
    expect(await shop.past()).toEqual(['not-permitted']);
    expect(await shop.row(site)).toMatchObject({ state: 'online' });
    const other = harness.platform.addBot(randomUUID());
    await expect(shop.addBot(agent, other)).rejects.toThrow('sub-account.platform-not-permitted');
    await shop.changeAgent(agent, { platforms: null });
    await shop.stateIs(id, 'online');
  });

  it('a sub-account that doesn’t archive leaves no records of sessions', async () => {
    const agent = await shop.addAgent({ sessionArchive: false });
    const site = await shop.addSite(agent);
    await shop.stateIs(site, 'online');
    await shop.enable(site, false);
    expect(await shop.leases()).toEqual([]);
    expect(await shop.past()).toEqual([]);
  });
});

describe('the egress of a session', () => {
  const setEgress = (id: string, proxyMode: 'auto' | 'chosen' | 'direct', proxyId: string | null = null) =>
    changeProxy(processes[0].deps, shop.workspaceId, id, { proxyMode, proxyId }, systemOrigin);

  it('changes at once, never falls back to a direct one, and is reopened with another proxy', async () => {
    const agent = await shop.addAgent();
    const id = await shop.addBot(agent, bot);
    await shop.stateIs(id, 'online');
    // Its sub-account's proxy applies to open connections from now on, and this one is dead.
    await shop.addDeadProxy([agent]);
    await shop.stateIs(id, 'connecting');
    bot.write('Hola');
    const next = harness.platform.addBot(randomUUID());
    await expect(shop.addBot(agent, next)).rejects.toThrow('channel.unreachable');
    expect(bot.waiting()).toHaveLength(1);
    await setEgress(id, 'direct');
    await shop.stateIs(id, 'online');
    await until('the message', () => bot.waiting().length === 0);
  });

  it('keeps the account offline when the chosen proxy was deleted', async () => {
    const agent = await shop.addAgent();
    const id = await shop.addBot(agent, bot);
    await shop.stateIs(id, 'online');
    const proxyId = await shop.addDeadProxy();
    await setEgress(id, 'chosen', proxyId);
    await shop.removeProxy(proxyId);
    await shop.stateIs(id, 'refused', 'proxy-missing');
    await letGo();
    await setEgress(id, 'auto');
    await shop.stateIs(id, 'online');
  });

  it('accepts only a proxy of the workspace that covers this sub-account', async () => {
    const [agent, other] = [await shop.addAgent(), await shop.addAgent()];
    const id = await shop.addBot(agent, bot);
    const notMine = await shop.addDeadProxy([other]);
    await expect(setEgress(id, 'chosen', notMine)).rejects.toThrow('proxy.not-for-account');
    await expect(setEgress(id, 'chosen', randomUUID())).rejects.toThrow('proxy.not-found');
    const mine = shop;
    shop = await openWorkspace(processes[0]);
    const strange = await shop.addDeadProxy();
    await expect(setEgress(id, 'direct')).rejects.toThrow('resource.not-found');
    shop = mine;
    await expect(setEgress(id, 'chosen', strange)).rejects.toThrow('proxy.not-found');
  });
});
