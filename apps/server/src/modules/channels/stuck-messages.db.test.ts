/**
 * A message with a transient error that never passes: it is quarantined after some attempts, on every path of inbound
 * messages.
 */
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
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

const marta = { id: 5, firstName: 'Marta' };
const real = testClock();
/** Backoff is short here; the 30 seconds that a message gets pass only when a test advances the clock. */
const clock = { ...real, sleep: (ms: number, s?: AbortSignal) => systemClock.sleep(Math.min(ms, 50), s) };

type Server = { app: TestApp; owner: TestOwner; agent: TestAgent };
let polling: Server;
let hooked: Server;
let platform: BotApiServer;
let prosody: Prosody;
beforeAll(async () => {
  const open = async (options: Parameters<typeof startTestApp>[0]): Promise<Server> => {
    const app = await startTestApp(options);
    await app.app.database.db.execute(sql`
      create function fail_poison() returns trigger language plpgsql as $$
      begin raise exception 'no such luck' using errcode = 'XX000'; end $$`);
    await app.app.database.db.execute(sql`
      create trigger poison before insert on messages for each row
      when (new.original like 'poison%') execute function fail_poison()`);
    const owner = await app.registerOwner();
    return { app, owner, agent: await app.createSubAccount(owner) };
  };
  [polling, hooked, platform, prosody] = await Promise.all([
    open({ clock }),
    open({ clock: real, config: { PUBLIC_URL: 'https://chat.example.com' } }),
    startBotApiServer(),
    startProsody(),
  ]);
});
afterAll(async () => {
  await Promise.all([polling.app.close(), hooked.app.close()]);
  await Promise.all([platform.close(), prosody.close()]);
});

async function addBot({ app, owner, agent }: Server, name: string): Promise<[string, BotHandle]> {
  const bot = platform.addBot(name);
  const credentials = { token: bot.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId: agent.subAccountId, name, credentials } as const;
  const { id } = await app.call(channelsApi.addSocialAccount, { body }, owner.token);
  return [id, bot];
}

async function accountOf({ app, owner }: Server, id: string) {
  const { list } = await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
  const found = list.find((account) => account.id === id);
  return { state: found?.state, reason: found?.stateReason };
}
const online = (server: Server, id: string) =>
  until('the account to be online', async () => (await accountOf(server, id)).state === 'online');

async function texts({ app, agent }: Server, id: string): Promise<string[]> {
  const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, agent.token);
  const mine = list.filter(({ socialAccountId }) => socialAccountId === id);
  const read = mine.map(async (chat) => {
    const request = { params: { conversationId: chat.id }, query: {} };
    return (await app.call(conversationsApi.deskMessages, request, agent.token)).messages;
  });
  return (await Promise.all(read)).flat().map(({ original }) => original);
}

async function quarantineOf({ app, owner }: Server, socialAccountId: string) {
  const query = { socialAccountId };
  const { list } = await app.call(channelsApi.quarantinePage, { query }, owner.token);
  return list.map(({ reason, retryable }) => ({ reason, retryable }));
}

const stuck = { state: 'online', reason: 'message-not-stored' };
const setAside = [{ reason: 'not-storable', retryable: true }];

/** Advances the clock by the time that a stuck message gets, and waits for its quarantine and for what follows. */
async function giveUp(server: Server, id: string, after: string): Promise<void> {
  expect(await quarantineOf(server, id)).toEqual([]);
  real.advance(30_000);
  await until('the quarantine', async () => (await quarantineOf(server, id)).length > 0);
  expect(await quarantineOf(server, id)).toEqual(setAside);
  await until('what came after it', async () => (await texts(server, id)).includes(after));
  await until('a plain state', async () => {
    const { state, reason } = await accountOf(server, id);
    return state === 'online' && reason === null;
  });
}

it('quarantines a polled message, and stores those with it and after it', async () => {
  const [id, bot] = await addBot(polling, 'polled_bot');
  await online(polling, id);
  for (const text of ['one', 'poison', 'two']) bot.write(marta, text);
  await until('its neighbours', async () => (await texts(polling, id)).length === 2);
  await until('the state to tell', async () => (await accountOf(polling, id)).reason !== null);
  expect(await accountOf(polling, id)).toEqual(stuck);
  bot.write(marta, 'after');
  await giveUp(polling, id, 'after');
  expect(await texts(polling, id)).toEqual(['one', 'two', 'after']);
});

it('quarantines a webhook’s message after five deliveries and answers 200 from then on', async () => {
  const [id, bot] = await addBot(hooked, 'hooked_bot');
  await until('the webhook to be set', () => bot.bot.webhook !== null);
  await online(hooked, id);
  const deliver = async (update_id: number, text: string) => {
    const chat = { id: 5, type: 'private', first_name: 'Marta' };
    const message = {
      message_id: update_id,
      date: 1_700_000_000,
      chat,
      from: { ...chat, is_bot: false },
      text,
    };
    const answer = await fetch(`${hooked.app.url}/api/hook/${id}`, {
      method: 'POST',
      headers: { 'x-telegram-bot-api-secret-token': bot.bot.webhook?.secret ?? '' },
      body: JSON.stringify({ update_id, message }),
    });
    return answer.status;
  };
  const answers: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    answers.push(await deliver(7, 'poison'));
    real.advance(10_000);
  }
  expect(answers).toEqual([503, 503, 503, 503]);
  expect(await quarantineOf(hooked, id)).toEqual([]);
  expect([await deliver(7, 'poison'), await deliver(8, 'after')]).toEqual([200, 200]);
  expect(await quarantineOf(hooked, id)).toEqual(setAside);
  expect(await texts(hooked, id)).toEqual(['after']);
});

it('quarantines a live stanza, and one that the archive returns after an absence', async () => {
  const login = (jid: string) => ({
    jid,
    password: 'secret',
    service: prosody.service,
    certificate: prosody.certificate,
  });
  const business = await prosody.addUser('shop', 'secret');
  const phone: XmppCustomer = await xmppCustomer(login(await prosody.addUser('ana', 'secret')));
  const { app, owner, agent } = polling;
  const credentials = login(business);
  const body = { platform: 'xmpp', subAccountId: agent.subAccountId, name: 'Shop', credentials } as const;
  const { id } = await app.call(channelsApi.addSocialAccount, { body }, owner.token);
  await online(polling, id);
  for (const text of ['one', 'poison', 'two']) await phone.send(business, text);
  await until('the state to tell', async () => (await accountOf(polling, id)).reason !== null);
  expect(await accountOf(polling, id)).toEqual(stuck);
  await giveUp(polling, id, 'two');

  const enable = (enabled: boolean) =>
    app.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled } }, owner.token);
  const [first] = (
    await app.call(channelsApi.quarantinePage, { query: { socialAccountId: id } }, owner.token)
  ).list;
  const discarded = { body: { ids: [first?.id ?? ''] } };
  await app.call(channelsApi.discardQuarantined, discarded, owner.token);
  await enable(false);
  for (const text of ['three', 'poison again', 'four']) await phone.send(business, text);
  await enable(true);
  await until('its neighbours', async () => (await texts(polling, id)).includes('four'));
  await giveUp(polling, id, 'four');
  expect(await texts(polling, id)).toEqual(['one', 'two', 'three', 'four']);
  await phone.close();
});

it('keeps the longest storable text whole, and only the beginning of a longer one', async () => {
  const [id, bot] = await addBot(polling, 'long_bot');
  await online(polling, id);
  const { app, owner } = polling;
  const { db } = app.app.database;
  await db.execute(sql`
    alter table messages add constraint refused check (original not like ${sql.raw("'refused%'")}) not valid`);
  // JSON encodes each of these characters as two.
  const longest = 'refused'.padEnd(1024 * 1024, '"');
  bot.write(marta, longest);
  bot.write(marta, 'x'.repeat(1024 * 1024 + 1));
  await until('the quarantine', async () => (await quarantineOf(polling, id)).length === 2);
  expect((await quarantineOf(polling, id)).sort((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { reason: 'conflict', retryable: true },
    { reason: 'too-long', retryable: false },
  ]);
  const page = await app.call(channelsApi.quarantinePage, { query: { socialAccountId: id } }, owner.token);
  const body = { ids: page.list.map((item) => item.id) };
  const retry = () => app.call(channelsApi.retryQuarantined, { body }, owner.token);
  expect(await retry()).toEqual({ stored: 0, left: 2 });
  await db.execute(sql`alter table messages drop constraint refused`);
  expect(await retry()).toEqual({ stored: 1, left: 1 });
  const { rows } = await db.execute<{ same: boolean }>(sql`
    select original = ${longest} as same from messages where social_account_id = ${id}`);
  expect(rows).toEqual([{ same: true }]);
});

it('stores a message on the owner’s retry once the cause is gone, and keeps it until then', async () => {
  const [id, bot] = await addBot(polling, 'retried_bot');
  await online(polling, id);
  bot.write(marta, 'poison of the third kind');
  await until('the state to tell', async () => (await accountOf(polling, id)).reason !== null);
  real.advance(30_000);
  await until('the quarantine', async () => (await quarantineOf(polling, id)).length > 0);
  const { app, owner } = polling;
  const page = await app.call(channelsApi.quarantinePage, { query: { socialAccountId: id } }, owner.token);
  const body = { ids: page.list.map((item) => item.id) };
  const retry = () => app.call(channelsApi.retryQuarantined, { body }, owner.token);
  expect(await retry()).toEqual({ stored: 0, left: 1 });
  await app.app.database.db.execute(sql`drop trigger poison on messages`);
  expect(await retry()).toEqual({ stored: 1, left: 0 });
  expect(await texts(polling, id)).toEqual(['poison of the third kind']);
});
