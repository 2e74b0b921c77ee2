import { setTimeout as pause } from 'node:timers/promises';
import {
  type BotApiServer,
  type BotHandle,
  type Prosody,
  startBotApiServer,
  startProsody,
  type XmppCustomer,
  xmppCustomer,
} from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as visitorBudgetsApi from '@parley/contract/visitor-budgets';
import { type LibreTranslateServer, startLibreTranslate } from '@parley/engines/testing';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../base/db/database.ts';
import { proveFigures } from '../../commands.ts';
import { findDiscrepancies } from '../../modules/characters/index.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { messages } from '../../schema/conversations.ts';
import { readsEnglish } from '../chat-harness.ts';
import { createTestClient, type TestClient } from '../test-client.ts';
import { createTestPeople } from '../test-people.ts';
import { type Load, startLoad, telegramPeople } from './load.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

/** For a longer run: `KILLS=100 npx vitest run --project faults killed-server`. */
const kills = Number(process.env.KILLS ?? 6);

let engine: LibreTranslateServer;
let platform: BotApiServer;
let prosody: Prosody;
let server: ServerProcess;
let client: TestClient;
const phones: XmppCustomer[] = [];
beforeAll(async () => {
  [engine, platform, prosody] = await Promise.all([
    startLibreTranslate(),
    startBotApiServer(),
    startProsody(),
  ]);
  engine.setLatency(20);
  server = await createServerProcess({ LIBRETRANSLATE_URL: engine.url });
  client = createTestClient(server.url);
});
afterAll(async () => {
  for (const phone of phones) await phone.close();
  await Promise.all([server.close(), engine.stop(), platform.close(), prosody.close()]);
});

type Town = { deskToken: string; visitorTokens: string[]; bot: BotHandle; business: string };

/** Creates an owner with a website, a bot and an XMPP address, and the people who write there. */
async function settle(): Promise<Town> {
  const people = createTestPeople(client);
  const owner = await people.registerOwner({ characters: 50_000_000 });
  const agent = await people.createSubAccount(owner, { characters: 10_000_000 });
  await client.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, agent.token);
  const site = await people.addWebchat(owner, agent.subAccountId);
  // The visitors' budgets must not limit translations, however many the machine handles in a run.
  const budget = { socialAccountId: site, version: 0, visitorCharacters: null, siteCharacters: null };
  await client.call(visitorBudgetsApi.updateVisitorBudget, { body: budget }, owner.token);
  const bot = platform.addBot('shop_bot');
  const business = await prosody.addUser('shop', 'secret');
  const { service, certificate } = prosody;
  const add = (platformId: 'telegram' | 'xmpp', credentials: Record<string, string>) => {
    const body = { platform: platformId, subAccountId: agent.subAccountId, name: 'Shop', credentials };
    return client.call(channelsApi.addSocialAccount, { body }, owner.token);
  };
  await add('telegram', { token: bot.token, apiRoot: platform.url });
  await add('xmpp', { jid: business, password: 'secret', service, certificate });
  for (const name of ['ana', 'ben']) {
    const jid = await prosody.addUser(name, 'secret');
    phones.push(await xmppCustomer({ jid, password: 'secret', service, certificate }));
  }
  const visitorTokens: string[] = [];
  for (let i = 0; i < 6; i += 1) visitorTokens.push((await people.startVisitor(site)).token);
  return { deskToken: agent.token, visitorTokens, bot, business };
}

it('loses nothing, doubles nothing and charges right, however often it is killed under load', async ({
  annotate,
}) => {
  await server.start();
  const town = await settle();
  const load = startLoad({ client, ...town, xmpp: { customers: phones, business: town.business } });
  const starts: number[] = [];
  for (let i = 0; i < kills; i += 1) {
    // Some lives are too short for an XMPP login; in others it has begun to send.
    await pause((i % 4 === 3 ? 3_000 : 200) + Math.random() * 1_200);
    await server.kill();
    // Sometimes before the server is even up.
    if (i % 5 === 4) {
      const stillborn = server.start().catch(() => undefined);
      await pause(Math.random() * 1_000);
      await server.kill();
      await stillborn;
    }
    starts.push(await server.start());
  }
  await pause(500);
  await load.stop();
  await until('all to come to an end', () => proveQuiet(load, town), 240_000, 250);
  expect(load.odd).toEqual([]);
  expect(await server.stop()).toBe(0);
  const numbers = await server.withDatabase((database) => prove(database, load, town));
  await annotate(
    JSON.stringify({ ...numbers, slowestStart: Math.round(Math.max(...starts)), kills: starts.length }),
  );
}, 600_000);

/**
 * Throws while anything waits for a platform, the engine or the queue. The XMPP server stores messages for an account that
 * can't connect between two kills, so acknowledged ones must have arrived as well.
 */
async function proveQuiet(load: Load, { bot }: Town): Promise<true> {
  const states = await server.withDatabase(async ({ db }) => {
    const { rows } = await db.execute<{ busy: number; inbound: number; accounts: string[] }>(sql`
      select count(*) filter (where translation_state = 'pending'
          or delivery in ('translating', 'queued', 'sending')) as busy,
        count(*) filter (where direction = 'in') as inbound,
        (select array_agg(coalesce(state_reason, state)) from ${socialAccounts}) as accounts
      from ${messages}`);
    return rows[0];
  });
  const inbound = promisedInbound(load).length;
  expect({ ...states, updates: bot.bot.queue.length }).toEqual({
    busy: 0,
    inbound,
    accounts: ['online', 'online', 'online'],
    updates: 0,
  });
  return true;
}

type Row = {
  id: string;
  direction: 'in' | 'out';
  platform: string;
  original: string;
  translation: string | null;
  translationState: string;
  characters: number;
  delivery: string;
  charges: number;
  charged: number;
};

async function prove(database: Database, load: Load, town: Town) {
  const { rows } = await database.db.execute<Row>(sql`
    select m.id, m.direction, c.platform, m.original, m.translation, m.translation_state as "translationState",
      m.characters, m.delivery, count(e.id) as charges, coalesce(sum(e.amount), 0) as charged
    from messages m
    join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    left join character_entries e on e.workspace_id = m.workspace_id and e.message_id = m.id
    group by m.workspace_id, m.id, c.platform`);
  const inbound = rows.filter((row) => row.direction === 'in');
  const outbound = rows.filter((row) => row.direction === 'out');
  proveInbound(inbound, load);
  proveCharges(rows);
  const sentTwice = proveOutbound(outbound, load, town);
  await proveNumbers(database);
  expect(await findDiscrepancies(database)).toEqual([]);
  expect(await proveFigures(database)).toMatchObject({ miscounts: [] });
  await proveLedger(database);
  const { rows: fans } = await database.db.execute<{ new: number }>(
    sql`select sum(new_fans) as new from fan_account_days`,
  );
  const people = load.visitors.size + phones.length + telegramPeople;
  expect(fans[0]?.new).toBe(people);
  const unconfirmed = outbound.filter((row) => row.delivery === 'unconfirmed').length;
  return { inbound: inbound.length, outbound: outbound.length, unconfirmed, sentTwice, fans: people };
}

/** Asserts that every acknowledged message is stored once, and no others. */
function proveInbound(inbound: readonly Row[], load: Load): void {
  expect(inbound.map((row) => row.original).sort()).toEqual(promisedInbound(load).sort());
}

function promisedInbound({ visitors, telegram, xmpp }: Load): string[] {
  return [...[...visitors.values()].flat().map(({ text }) => text), ...telegram, ...xmpp];
}

function proveCharges(rows: readonly Row[]): void {
  for (const row of rows) {
    const done = row.translationState === 'done';
    expect(row, 'no charge without its translation, no translation without its charge').toMatchObject({
      charges: done ? 1 : 0,
      charged: row.characters,
    });
    expect(done).toBe(row.translation !== null);
  }
  const done = rows.filter((row) => row.translationState === 'done').length;
  expect(done).toBeGreaterThan(rows.length * 0.9);
}

function proveOutbound(outbound: readonly Row[], load: Load, { bot }: Town): number {
  const promised = [...load.outbound.values()].flat();
  expect(outbound.map((row) => row.id).sort()).toEqual(promised.map(({ id }) => id).sort());
  const arrivals = new Map<string, number>();
  const texts = [
    ...bot.bot.sent.map(({ text }) => text),
    ...phones.flatMap((phone) => phone.received.map((it) => it.text)),
  ];
  for (const text of texts) arrivals.set(text, (arrivals.get(text) ?? 0) + 1);
  for (const row of outbound) {
    const times = arrivals.get(row.translation ?? row.original) ?? 0;
    const what = `${row.platform} ${row.delivery} ${row.translationState}`;
    if (row.delivery === 'failed') {
      // A slow machine's engine may exceed its time limit: then nothing is sent, and the agent sees the reason.
      expect([row.translationState, times], what).toEqual(['failed', 0]);
      continue;
    }
    // Checks the stanzas themselves: their ids show which one was sent twice.
    if (row.platform === 'xmpp') expect(stanzasWith(row.translation ?? row.original), what).toHaveLength(1);
    if (row.platform === 'telegram' && row.delivery === 'sent') expect(times, what).toBe(1);
    if (row.platform === 'telegram') expect(times, what).toBeLessThanOrEqual(1);
    // A visitor sees the rows themselves.
    const open = row.platform === 'telegram' ? ['sent', 'unconfirmed'] : ['sent', 'delivered', 'read'];
    expect(open, what).toContain(row.delivery);
  }
  const failed = outbound.filter((row) => row.delivery === 'failed').length;
  // On a busy machine the run may send a handful.
  expect(failed).toBeLessThan(Math.max(2, outbound.length * 0.1));
  return [...arrivals.values()].filter((times) => times > 1).length;
}

const stanzasWith = (text: string): string[] =>
  phones.flatMap(({ stanzas }) => stanzas.filter((it) => it.getChildText('body') === text)).map(String);

async function proveNumbers(database: Database): Promise<void> {
  const { rows } = await database.db.execute(sql`
    select c.id from conversations c join messages m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
    group by c.workspace_id, c.id, c.last_seq
    having max(m.changed_seq) <> c.last_seq or count(distinct m.changed_seq) <> count(*)
      or count(distinct m.seq) <> count(*)`);
  expect(rows, 'conversations whose numbers are wrong').toEqual([]);
}

async function proveLedger(database: Database): Promise<void> {
  const { rows } = await database.db.execute<Record<string, number>>(sql`
    select (select sum(available) from character_accounts) as available,
           (select count(*) from character_leases where settled_at is null) as open,
           (select sum(amount) from character_entries where kind = 'grant')
             - (select sum(amount) from character_entries where kind = 'usage') as ledger,
           (select sum(used) from character_days) as days,
           (select sum(amount) from character_entries where kind = 'usage') as used`);
  const [sums] = rows;
  expect(sums).toMatchObject({ open: 0, available: sums?.ledger, days: sums?.used });
}
