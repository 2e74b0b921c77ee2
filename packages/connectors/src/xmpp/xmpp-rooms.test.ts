/** Tests the account in rooms of a real Prosody. */
import { until } from '@parley/testing';
import { xml } from '@xmpp/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../conformance/harness.ts';
import type { Connection } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { xmpp } from './connector.ts';
import { type XmppCustomer, xmppCustomer } from './fixtures/customer.ts';
import { type Prosody, startProsody } from './fixtures/prosody.ts';
import { enterRoom, type RoomMember } from './fixtures/room-member.ts';
import type { XmppCredentials } from './manifest.ts';
import { ns } from './namespaces.ts';
import { isNamed } from './rooms/room-presence.ts';

let server: Prosody;
let users = 0;
let shop: XmppCredentials;
let room: string;
let customers: XmppCustomer[] = [];
let open: Connection[] = [];
let maria: RoomMember;
beforeAll(async () => {
  server = await startProsody();
});
afterAll(() => server.close());

const customer = async (name: string) => {
  const { service, certificate } = server;
  const jid = await server.addUser(`${name}${users}`, 'rosa');
  const person = await xmppCustomer({ jid, password: 'rosa', service, certificate });
  customers.push(person);
  return person;
};
const connect = async (stored?: TestHost['stored'], joinsGroups = true) => {
  const host = createTestHost({ ...(stored ? { stored } : {}), joinsGroups });
  const connection = await xmpp.open(shop, host);
  open.push(connection);
  await until('online', () => host.states.at(-1)?.state === 'online');
  return { host, connection };
};
const entered = (host: TestHost) =>
  until('the group', () => host.groups.some(({ own }) => own?.exit === null && own.role !== undefined));
const invited = async () => {
  const online = await connect();
  await maria.invite(shop.jid);
  await entered(online.host);
  return online;
};
const textIn = (text: string) => ({
  id: crypto.randomUUID(),
  chatId: room,
  chatKind: 'group' as const,
  text,
});

beforeEach(async () => {
  users += 1;
  const { service, certificate } = server;
  const password = 'of horrors';
  shop = { jid: await server.addUser(`shop${users}`, password), password, service, certificate };
  room = `taller${users}@rooms.${server.domain}`;
  maria = await enterRoom(await customer('maria'), room, 'María');
});
afterEach(async () => {
  await Promise.all([...open, ...customers].map((one) => one.close()));
  open = [];
  customers = [];
});

describe('xmpp: rooms', () => {
  it('enters by invitation, reports each message once with its sender, and re-enters', async () => {
    const { host, connection } = await connect();
    await maria.say('before');
    await maria.invite(shop.jid);
    await entered(host);
    await maria.say('¿Hay rojo?');
    await until('both', () => host.messages.length === 2);
    expect(textsOf(host.messages)).toEqual(['before', '¿Hay rojo?']);
    expect(host.messages).toMatchObject([{ history: true }, { history: false }]);
    const [, message] = host.messages;
    expect(message).toMatchObject({ chatId: room, chatKind: 'group', from: { displayName: 'María' } });
    expect(isNamed(message?.from.id ?? '/')).toBe(false);
    await connection.close();
    await maria.say('¿Y azul?');
    const again = await connect(host.stored);
    await until('what was missed', () => again.host.messages.length > 0);
    expect(textsOf(again.host.messages)).toEqual(['¿Y azul?']);
    expect(again.host.messages[0]).toMatchObject({ history: false, from: { id: message?.from.id } });
  });

  it('doesn’t enter unless the owner allows invitations', async () => {
    const { host } = await connect(undefined, false);
    await maria.invite(shop.jid);
    await until('the log', () => host.logs.some(({ message }) => message.includes('invitation')));
    expect([...maria.present]).toEqual(['María']);
    expect(host.groups).toEqual([]);
  });

  it('treats the reflection as acknowledgement, and sends nothing twice', async () => {
    const { host, connection } = await invited();
    const message = textIn('Sí, en rojo.');
    const sent = await connection.send({ ...message, firstAttempt: true });
    await until('the message', () => maria.heard.some(({ text }) => text === message.text));
    const [shown] = maria.heard.filter(({ text }) => text === message.text);
    expect(sent).toEqual({ ok: true, platformMessageId: `${room} ${shown?.roomId}` });
    expect(await connection.send(message)).toEqual(sent);
    await connection.close();
    const again = await connect(host.stored);
    await entered(again.host);
    expect(await again.connection.send(message)).toMatchObject({ ok: true });
    await maria.say('gracias');
    await until('the answer', () => textsOf(again.host.messages).includes('gracias'));
    expect(maria.heard.filter(({ text }) => text === message.text)).toHaveLength(1);
    const others = [...host.messages, ...again.host.messages].filter(({ author }) => author !== 'business');
    expect(textsOf(others)).toEqual(['gracias']);
  });

  it('reads and writes mentions', async () => {
    const { host, connection } = await invited();
    const ben = await enterRoom(await customer('ben'), room, 'Ben');
    const nick = `shop${users}`;
    const reference = (name: string, begin: number, end: number) =>
      xml('reference', {
        xmlns: ns.reference,
        type: 'mention',
        uri: `xmpp:${room}/${name}`,
        begin: String(begin),
        end: String(end),
      });
    await maria.say(`🎉 Ben and ${nick}: hello`, { extra: [reference('Ben', 2, 5)] });
    await maria.say('shopping alone');
    await until('both', () => host.messages.length === 2);
    const [first, second] = host.messages;
    expect(first?.mentions).toMatchObject([
      { start: 3, length: 3, member: { displayName: 'Ben' } },
      { start: 11, length: nick.length, member: null },
    ]);
    expect(second?.mentions).toEqual([]);
    const memberId = first?.mentions?.[0]?.member?.id ?? '';
    const answer = { ...textIn('🎉 @Ben, sí'), mentions: [{ start: 3, length: 4, memberId }] };
    expect(await connection.send({ ...answer, firstAttempt: true })).toMatchObject({ ok: true });
    await until('the message', () => ben.heard.some(({ text }) => text.includes('@Ben')));
    const element = ben.heard.at(-1)?.stanza.getChild('reference', ns.reference);
    expect(element?.attrs).toMatchObject({ begin: '2', end: '6', uri: `xmpp:${room}/Ben` });
  });

  it('reports corrections, retractions and reactions with their authors, and makes its own', async () => {
    const { host, connection } = await invited();
    const ben = await enterRoom(await customer('ben'), room, 'Ben');
    const id = await maria.say('red');
    await until('the message', () => host.messages.length === 1);
    const correct = (text: string) => ({ extra: [xml('replace', { xmlns: ns.correction, id })], text });
    const { extra } = correct('blue');
    await maria.say('blue', { extra });
    await until('the edit', () => host.changes.length === 1);
    // Another member may not change it: an apparent correction becomes that member's message.
    await ben.say('stolen', { extra });
    await until('the message', () => host.messages.length === 2);
    const roomId = maria.heard.find(({ text }) => text === 'red')?.roomId ?? '';
    const reaction = xml('reactions', { xmlns: ns.reactions, id: roomId }, xml('reaction', {}, '👍'));
    await ben.say('', { extra: [reaction] });
    await until('the reaction', () => host.changes.length === 2);
    const [red, stolen] = host.messages;
    expect(host.changes).toMatchObject([
      { kind: 'edited', text: 'blue', target: red?.referenceId, by: red?.from.id },
      { kind: 'reacted', target: red?.platformMessageId, reactions: ['👍'], by: stolen?.from.id },
    ]);
    const message = textIn('one');
    const sent = await connection.send({ ...message, firstAttempt: true });
    const target = sent.ok ? sent.platformMessageId : '';
    const named = {
      chatId: room,
      chatKind: 'group',
      target,
      platformMessageId: target,
      sentAs: message.id,
    } as const;
    expect(await connection.change?.({ ...named, kind: 'edit', text: 'two', caption: false })).toEqual({
      ok: true,
    });
    await until('the edit', () => maria.heard.some(({ text }) => text === 'two'));
    expect(maria.heard.at(-1)?.stanza.getChild('replace', ns.correction)?.attrs.id).toBe(message.id);
    expect(host.messages.filter(({ author }) => author === 'business')).toEqual([]);
  });

  it('reports members with ranks and names, the room’s title, and its own removal', async () => {
    const { host, connection } = await invited();
    const membersOf = () =>
      new Map(host.groups.flatMap(({ members = [] }) => members).map((one) => [one.displayName, one]));
    await until('María', () => membersOf().get('María')?.role === 'owner');
    expect(host.groups[0]?.complete ?? host.groups[1]?.complete).toBe(true);
    const ben = await enterRoom(await customer('ben'), room, 'Ben');
    await until('Ben', () => membersOf().get('Ben')?.present === true);
    await ben.leave();
    await until('Ben to have left', () => membersOf().get('Ben')?.present === false);
    await maria.rename('Taller');
    await until('the name', () => host.groups.some(({ title }) => title === 'Taller'));
    await maria.rank({ nick: `shop${users}`, role: 'none' }, 'Ads');
    await until('the end', () => host.groups.some(({ own }) => own?.exit === 'removed'));
    expect(host.groups.at(-1)?.own).toMatchObject({ exit: 'removed', reason: 'Ads' });
    expect(await connection.send(textIn('hello?'))).toEqual({
      ok: false,
      outcome: 'permanent',
      reason: 'group-left',
    });
    await connection.close();
    const again = await connect(host.stored);
    await maria.say('alone');
    expect(again.host.messages).toEqual([]);
    expect([...maria.present]).toEqual(['María']);
  });

  it('reports a ban, and a deleted room', async () => {
    const { host } = await invited();
    await maria.rank({ jid: shop.jid, affiliation: 'outcast' });
    await until('the ban', () => host.groups.some(({ own }) => own?.exit === 'banned'));
    await maria.rank({ jid: shop.jid, affiliation: 'none' });
    await maria.invite(shop.jid);
    await until('it to be in again', () => maria.present.has(`shop${users}`));
    await until('the report', () => host.groups.at(-1)?.own?.exit !== 'banned');
    await maria.destroy();
    await until('the end', () => host.groups.some(({ own }) => own?.exit === 'closed'));
  });

  it('accepts an invitation that arrives while it is leaving', async () => {
    const { host, connection } = await invited();
    const leaving = connection.leaveGroup?.(room);
    await until('it to have left', () => !maria.present.has(`shop${users}`));
    await maria.invite(shop.jid);
    expect(await leaving).toEqual({ ok: true });
    await until('it to be in again', () => maria.present.has(`shop${users}`));
    await until('the report', () => host.groups.at(-1)?.own?.exit === null);
  });

  it('uses another name if its own is taken', async () => {
    await enterRoom(await customer('ben'), room, `shop${users}`);
    const { host, connection } = await invited();
    expect(maria.present).toContain(`shop${users}-2`);
    expect(await connection.send(textIn('hello'))).toMatchObject({ ok: true });
    expect(host.messages).toEqual([]);
  });

  it('refuses private messages of members with an error', async () => {
    const { host } = await invited();
    const refused: string[] = [];
    const [person] = customers;
    person?.onStanza(({ attrs }) => {
      if (attrs.type === 'error') refused.push(attrs.id ?? '');
    });
    const alone = { to: `${room}/shop${users}`, type: 'chat', id: 'alone' };
    await person?.stanza(xml('message', alone, xml('body', {}, 'psst')));
    await until('the refusal', () => refused.includes('alone'));
    expect(host.messages).toEqual([]);
  });
});
