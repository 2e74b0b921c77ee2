/** Tests the import of an account's history; `xmpp.test.ts` tests the common contract. */
import { until } from '@parley/testing';
import { xml } from '@xmpp/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { textsOf } from '../conformance/harness.ts';
import type { Connection, InboundMessage } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { xmpp } from './connector.ts';
import { type XmppCustomer, xmppCustomer } from './fixtures/customer.ts';
import { type Prosody, startProsody } from './fixtures/prosody.ts';
import { enterRoom } from './fixtures/room-member.ts';
import { readHistory } from './history.ts';
import type { XmppCredentials } from './manifest.ts';
import { ns } from './namespaces.ts';

let server: Prosody;
let users = 0;
let shop: XmppCredentials;
let customer: XmppCustomer;
let maria: XmppCredentials;
let open: Connection[] = [];

beforeAll(async () => {
  server = await startProsody();
});
afterAll(() => server.close());

beforeEach(async () => {
  users += 1;
  const shared = { password: 'pw', service: server.service, certificate: server.certificate };
  shop = { jid: await server.addUser(`shop${users}`, 'pw'), ...shared };
  maria = { jid: await server.addUser(`maria${users}`, 'pw'), ...shared };
  customer = await xmppCustomer(maria);
});
afterEach(async () => {
  await close();
  await customer.close();
});

async function close(): Promise<void> {
  await Promise.all(open.map((connection) => connection.close()));
  open = [];
}

async function online(host: TestHost): Promise<Connection> {
  const connection = await xmpp.open(shop, host);
  open.push(connection);
  await until('online', () => host.states.at(-1)?.state === 'online');
  return connection;
}

async function history(host: TestHost, position: string | null = null): Promise<InboundMessage[]> {
  const messages: InboundMessage[] = [];
  for await (const page of readHistory({ position, since: null, until: Date.now() }, shop, host)) {
    if (!page.ok) throw new Error(page.reason);
    messages.push(...page.messages);
  }
  return messages;
}

async function firstPosition(host: TestHost): Promise<string | null> {
  for await (const page of readHistory({ position: null, since: null, until: Date.now() }, shop, host))
    return page.ok ? page.position : null;
  return null;
}

it('imports both directions, including earlier messages of Parley, under the ids of live messages', async () => {
  const before = createTestHost();
  const connection = await online(before);
  await customer.send(shop.jid, 'Hola');
  await connection.send({ id: crypto.randomUUID(), chatId: maria.jid, text: 'Buenos días' });
  const phone = await xmppCustomer(shop);
  await phone.send(maria.jid, '¿En qué color?');
  await until('both', () => before.messages.length === 2);
  await close();
  await phone.close();
  const host = createTestHost();
  await online(host);
  const messages = await history(host);
  expect(messages.map((one) => [textsOf([one])[0], one.author ?? 'customer', one.history])).toEqual([
    ['¿En qué color?', 'business', true],
    ['Buenos días', 'business', true],
    ['Hola', 'customer', true],
  ]);
  const ids = messages.map(({ platformMessageId }) => platformMessageId);
  for (const { platformMessageId } of before.messages) expect(ids).toContain(platformMessageId);
  expect(host.messages).toEqual([]);
});

it('imports corrected messages with their final text, and no retracted ones', async () => {
  const write = async (text: string) => {
    const id = crypto.randomUUID();
    await customer.send(shop.jid, text, { id });
    return id;
  };
  const correcting = (id: string) => ({ extra: [xml('replace', { xmlns: ns.correction, id })] });
  const first = await write('Holq');
  const second = await write('never mind');
  await customer.send(shop.jid, 'Hol', correcting(first));
  await customer.send(shop.jid, 'Hola', correcting(first));
  const retract = xml('retract', { xmlns: ns.retraction, id: second });
  await customer.send(shop.jid, 'gone', { extra: [retract] });
  for (let n = 0; n < 48; n += 1) await write(`${n}`);
  const host = createTestHost();
  await online(host);
  const messages = await history(host);
  expect(textsOf(messages.slice(-2))).toEqual(['0', 'Hola']);
  expect(messages).toHaveLength(49);
  const rest = await history(host, await firstPosition(host));
  expect(textsOf(rest)).toEqual(['Hola']);
});

it('receives messages since the account was added live, even if it was never online before', async () => {
  const host = createTestHost({ addedAt: Date.now() });
  await customer.send(shop.jid, 'since');
  await online(host);
  expect(host.messages.map((one) => [textsOf([one])[0], one.history])).toEqual([['since', false]]);
  expect(await history(host)).toEqual([]);
});

it('resumes by time if the archive has deleted the last position, and ends at an empty archive', async () => {
  await customer.send(shop.jid, 'old');
  const host = createTestHost();
  await online(host);
  const gone = JSON.stringify({ before: 'expired', at: Date.now() + 1_000 });
  expect(textsOf(await history(host, gone))).toEqual(['old']);
  const earlier = JSON.stringify({ before: 'expired', at: 1_000 });
  expect(await history(host, earlier)).toEqual([]);
});

it('imports rooms after the account’s own archive, with members, up to the live messages', async () => {
  const room = `taller${users}@rooms.${server.domain}`;
  const member = await enterRoom(customer, room, 'María');
  await customer.send(shop.jid, 'alone');
  const wrong = await member.say('holq');
  await member.say('hola', { extra: [xml('replace', { xmlns: ns.correction, id: wrong })] });
  for (let n = 0; n < 60; n += 1) await member.say(`${n}`);
  const host = createTestHost({ joinsGroups: true });
  const connection = await online(host);
  await member.invite(shop.jid);
  await until('the latest of the past', () => host.messages.length === 50);
  const answer = { id: crypto.randomUUID(), chatId: room, chatKind: 'group' as const, text: 'ours' };
  await connection.send({ ...answer, firstAttempt: true });
  await member.say('live');
  await until('the live message', () => textsOf(host.messages).includes('live'));
  await close();
  const messages = await history(host);
  const inRoom = messages.filter(({ chatId }) => chatId === room);
  const numbers = Array.from({ length: 60 }, (_, n) => `${n}`).toReversed();
  expect(textsOf(messages)).toEqual(['alone', 'live', 'ours', ...numbers, 'hola']);
  expect(inRoom.every((one) => one.history && one.chatKind === 'group')).toBe(true);
  expect(inRoom.map(({ author = 'customer' }) => author).indexOf('business')).toBe(1);
  const [live, , old] = inRoom;
  expect([live?.from.displayName, live?.from.id]).toEqual(['María', old?.from.id]);
  const known = host.messages.map(({ platformMessageId }) => platformMessageId);
  expect(inRoom.map(({ platformMessageId }) => platformMessageId)).toEqual(expect.arrayContaining(known));
  const inTheMiddle = JSON.stringify({ room, before: groupPlace(old?.platformMessageId), at: Date.now() });
  expect(textsOf(await history(host, inTheMiddle))).toEqual([...numbers.slice(1), 'hola']);
});

/** Returns the room's id in a message's name. */
const groupPlace = (name = '') => name.slice(name.indexOf(' ') + 1);

it('skips rooms that provide no archive', async () => {
  await customer.send(shop.jid, 'alone');
  const host = createTestHost();
  await online(host);
  await close();
  const gone = { after: 'some', at: Date.now() };
  const cursor = JSON.parse(host.stored.cursor ?? '{}');
  const rooms = { [`gone@rooms.${server.domain}`]: gone, 'room@nowhere.test': gone };
  const stored = { cursor: JSON.stringify({ ...cursor, rooms }) };
  expect(textsOf(await history(createTestHost({ stored })))).toEqual(['alone']);
});

it('imports up to the account’s creation if the start of live messages was not stored', async () => {
  await customer.send(shop.jid, 'old');
  const cursor = JSON.stringify({ after: 'somewhere', at: 0, historyUntil: null });
  expect(textsOf(await history(createTestHost({ stored: { cursor } })))).toEqual(['old']);
});
