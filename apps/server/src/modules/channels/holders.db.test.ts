/**
 * Runs several server processes on one database: one of them holds an account, and another takes it over when that
 * process leaves or dies.
 */
import { randomUUID } from 'node:crypto';
import { until } from '@parley/testing';
import { count, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemOrigin } from '../../base/http/origin.ts';
import { serverProcesses, socialAccounts } from '../../schema/channels.ts';
import { enableAccounts } from './service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import type { FakeBot } from './testing/fake-platform.ts';

let harness: ChannelsHarness;
let processes: ChannelsProcess[];
let shop: ChannelsWorkspace;
let agent: string;
let bot: FakeBot;
let id: string;
beforeAll(async () => {
  harness = await startChannelsHarness();
  processes = [await harness.start(), await harness.start()];
});
beforeEach(async () => {
  shop = await openWorkspace(process(0));
  agent = await shop.addAgent();
  bot = harness.platform.addBot(randomUUID());
  id = await shop.addBot(agent, bot);
  await shop.stateIs(id, 'online');
});
afterAll(() => harness.close());

function process(i: number): ChannelsProcess {
  const found = processes[i];
  if (!found) throw new Error(`there is no process ${i}`);
  return found;
}
const holderOf = async () => (await shop.row(id))?.holder ?? null;
const arrives = (text: string) =>
  until(`«${text}»`, async () => (await shop.texts(id)).filter((it) => it === text).length === 1);

it('sends through the one process that holds the account, whichever process accepts the message', async () => {
  bot.write('Hola');
  await arrives('Hola');
  const holder = await holderOf();
  expect(holder).not.toBeNull();
  const [chat] = await shop.chats(id);
  const texts = Array.from({ length: 6 }, (_, i) => `answer ${i}`);
  for (const [i, text] of texts.entries()) {
    await shop.queue(chat?.id ?? '', [text]);
    const { workspaceId } = shop;
    process(i % 2).deps.conversations.changes.queued.emit({ workspaceId, socialAccountId: id });
  }
  await until('all answers', () => bot.sent.length === 6);
  expect(bot.sent).toEqual(texts);
  expect(await holderOf()).toBe(holder);
});

it('the holder opens and closes the account, whichever process handles the request', async () => {
  for (const { deps } of processes) {
    const set = (enabled: boolean) =>
      enableAccounts(deps, shop.workspaceId, { ids: [id], enabled }, systemOrigin);
    await set(false);
    await until('the holder to release it', () => !bot.held);
    await set(true);
    await until('it to be held', () => bot.held);
  }
  bot.write('otra vez');
  await arrives('otra vez');
});

it('another process takes over the account of a leaving one at once', async () => {
  const holder = await holderOf();
  const leaving = processes.findIndex(({ deps }) => deps.connections.get(id) !== null);
  expect(leaving).not.toBe(-1);
  processes.push(await harness.start());
  await process(leaving).stop();
  processes.splice(leaving, 1);
  expect(await holderOf()).not.toBe(holder);
  bot.write('todavía');
  await arrives('todavía');
});

it('another process takes over the account of a dead one once its last heartbeat has expired', async () => {
  const { db } = harness.database;
  // The state after a kill: a heartbeat has just been written, and none follows.
  const dead = randomUUID();
  const started = performance.now();
  await db.insert(serverProcesses).values({ id: dead, aliveUntil: sql`now() + interval '3 s'` });
  await db
    .update(socialAccounts)
    .set({ holder: dead, heldUntil: sql`now()` })
    .where(eq(socialAccounts.id, id));
  await until('the present holder to let go', () => !bot.held);
  bot.write('después');
  await until('a living holder', async () => (await holderOf()) !== dead);
  // Two clocks are involved: a heartbeat of three seconds may seem slightly shorter here.
  expect(performance.now() - started).toBeGreaterThan(2_900);
  await arrives('después');
});

it('redistributes accounts when a process has returned, each staying online with its port', async () => {
  const { db } = harness.database;
  const bots = [1, 2, 3].map((n) => harness.platform.addBot(`moved ${n} ${randomUUID()}`));
  const ids = [id];
  for (const one of bots) ids.push(await shop.addBot(agent, one));
  for (const one of ids) await shop.stateIs(one, 'online');
  const leases = await shop.leases();
  // Everything is on one process, as after a takeover; both have lived long enough to be given accounts.
  await db
    .update(socialAccounts)
    .set({ enabled: false })
    .where(sql`${socialAccounts.id} <> all(${sql.param(ids)})`);
  await db
    .update(socialAccounts)
    .set({ holder: await holderOf() })
    .where(inArray(socialAccounts.id, ids));
  await db.update(serverProcesses).set({ startedAt: sql`now() - interval '1 hour'` });
  const texts = ['one', 'two', 'three', 'four'];
  for (const text of texts) bots[0]?.write(text);
  await until('two accounts on each', async () => {
    harness.clock.advance(5_000);
    for (const { deps } of processes) await deps.connections.refresh();
    const rows = await db
      .select({ accounts: count() })
      .from(socialAccounts)
      .where(inArray(socialAccounts.id, ids))
      .groupBy(socialAccounts.holder);
    return rows.length === 2 && rows.every(({ accounts }) => accounts === 2);
  });
  for (const one of ids) await shop.stateIs(one, 'online');
  const portsOf = (rows: typeof leases) => rows.map((lease) => [lease.id, lease.socialAccountId]);
  expect(portsOf(await shop.leases())).toEqual(portsOf(leases));
  const [, moved = ''] = ids;
  await until('the last text', async () => (await shop.texts(moved)).includes('four'));
  expect(await shop.texts(moved)).toEqual(texts);
});
