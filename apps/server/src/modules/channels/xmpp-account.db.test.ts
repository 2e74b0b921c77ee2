/** The main job over XMPP, with a real server. */
import { randomUUID } from 'node:crypto';
import {
  enterRoom,
  type Prosody,
  startProsody,
  type XmppCustomer,
  xmppCustomer,
} from '@parley/connectors/testing';
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import { until } from '@parley/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import { png } from '../../testing/small-files.ts';
import { createUploads } from '../../testing/test-uploads.ts';

let harness: ChatHarness;
let prosody: Prosody;
let phone: XmppCustomer;
let business: string;
let chat: conversationsApi.Conversation;
const login = (jid: string) => ({
  jid,
  password: 'secret',
  service: prosody.service,
  certificate: prosody.certificate,
});
beforeAll(async () => {
  [harness, prosody] = await Promise.all([startChatHarness(), startProsody()]);
  business = await prosody.addUser('shop', 'secret');
  const body = {
    platform: 'xmpp',
    subAccountId: harness.agent.subAccountId,
    name: 'Shop',
    credentials: login(business),
  } as const;
  const account = await harness.call(channelsApi.addSocialAccount, { body }, harness.owner.token);
  phone = await xmppCustomer(login(await prosody.addUser('ana', 'secret')));
  await phone.send(business, 'Hola, ¿dónde está mi pedido? Gracias');
  chat = await until('the conversation', async () =>
    (await harness.conversations()).find((it) => it.socialAccountId === account.id),
  );
});
afterAll(async () => {
  await phone.close();
  await harness.close();
  await prosody.close();
});

const { upload } = createUploads(() => harness);
const delivery = (id: string, state: conversationsApi.Message['delivery']) =>
  harness.messageWhen(chat.id, state, (it) => it.id === id && it.delivery === state);

it('reaches the desk from a customer and back, with receipts for delivery and reading', async () => {
  const inbound = await harness.messageWhen(
    chat.id,
    'the translation',
    (it) => it.translationState === 'done',
  );
  expect(inbound.translation).toBe('Hello, ¿where is my order? Thank you');
  const { id } = await harness.says(chat.id, 'It will arrive tomorrow');
  const received = await until('the answer', () => phone.received.find((it) => it.text === 'Llegará mañana'));
  await delivery(id, 'sent');
  await phone.confirm(received);
  await delivery(id, 'delivered');
  await phone.markDisplayed(received);
  await delivery(id, 'read');
  const params = { conversationId: chat.id };
  await harness.call(conversationsApi.markRead, { params, body: { seq: inbound.seq } }, harness.agent.token);
  await until('the customer to see that it was read', () => phone.displayed.length === 1);
});

it('carries a picture and its caption both ways', async () => {
  await phone.share(business, 'dress.png', Buffer.from(png), 'Gracias');
  const { attachment, translation } = await harness.messageWhen(
    chat.id,
    'the picture with its words',
    (it) => it.attachment?.type === 'media' && it.attachment.state === 'ready' && it.translation !== null,
  );
  expect(attachment).toMatchObject({ name: 'dress.png', contentType: 'image/png', size: png.length });
  expect(translation).toBe('Thank you');
  const fileId = await upload(harness.agent.token, {
    purpose: 'message',
    contentType: 'image/png',
    fileName: 'skirt.png',
  });
  const { id } = await harness.says(chat.id, 'Good morning', { fileId });
  await delivery(id, 'sent');
  const [file] = await until('the picture', () => phone.files().length > 0 && phone.files());
  expect(file).toMatchObject({ name: 'skirt.png', caption: 'Buenos días' });
  expect(file?.bytes.equals(Buffer.from(png))).toBe(true);
});

/** Adds an account to which a customer has written these texts before. */
async function addArchive(...texts: string[]) {
  const jid = await prosody.addUser('archive', 'secret');
  const customer = await xmppCustomer(login(await prosody.addUser('luz', 'secret')));
  for (const text of texts) await customer.send(jid, text);
  // The server stores whole seconds.
  const written = Date.now();
  await until('the next second', () => Math.floor(Date.now() / 1_000) > Math.floor(written / 1_000) + 1);
  const { subAccountId } = harness.agent;
  const body = { platform: 'xmpp', subAccountId, name: 'Archive', credentials: login(jid) } as const;
  const { id } = await harness.call(channelsApi.addSocialAccount, { body }, harness.owner.token);
  return { id, jid, customer };
}

it('imports the last 30 days of a new account silently and free of charge, and an answer uses its language', async () => {
  const { id, jid, customer } = await addArchive('Hola, ¿dónde está mi pedido? Gracias', 'Gracias');
  const latest = async () => {
    const query = { platform: 'xmpp' } as const;
    const { list } = await harness.call(channelsApi.socialAccountPage, { query }, harness.owner.token);
    return list.find((account) => account.id === id)?.history?.latest;
  };
  const done = await until('the end', async () => {
    const present = await latest();
    return present?.state === 'done' && present;
  });
  expect(done).toMatchObject({
    range: '30-days',
    messages: 2,
    fans: 1,
    skipped: 0,
    limited: false,
    reason: null,
  });
  const chatOf = () =>
    until('the conversation', async () =>
      (await harness.conversations()).find(({ socialAccountId }) => socialAccountId === id),
    );
  const imported = await chatOf();
  expect(imported).toMatchObject({ unread: 0, fan: expect.objectContaining({}) });
  const messages = await harness.messagesOf(imported.id);
  expect(
    messages.map(({ seq, original, translationState, characters }) => [
      seq,
      original,
      translationState,
      characters,
    ]),
  ).toEqual([
    [-1, 'Hola, ¿dónde está mi pedido? Gracias', 'none', 0],
    [0, 'Gracias', 'none', 0],
  ]);
  // The agent requests one translation; no other is paid for.
  const params = { messageId: messages[1]?.id ?? '' };
  await harness.call(conversationsApi.retryMessage, { params }, harness.agent.token);
  const translated = await harness.messageWhen(
    imported.id,
    'the translation',
    (it) => it.translation !== null,
  );
  expect(translated).toMatchObject({ original: 'Gracias', translation: 'Thank you', seq: 0 });
  await harness.says(imported.id, 'It will arrive tomorrow');
  await until('the answer', () => customer.received.find((it) => it.text === 'Llegará mañana'));
  await customer.send(jid, 'Gracias');
  await until('the live message', async () => (await chatOf()).unread === 1);
  const all = await harness.messagesOf(imported.id);
  expect(all.slice(0, 2).map(({ seq }) => seq)).toEqual([-1, 0]);
  expect(all.slice(2).every(({ seq }) => seq > 0)).toBe(true);
  await customer.close();
});

it('shows messages that the business writes on its phone, with the customer’s receipts', async () => {
  const ours = await xmppCustomer(login(business));
  await ours.send(phone.jid, 'Hasta mañana');
  const received = await until('it', () => phone.received.find((it) => it.text === 'Hasta mañana'));
  const shown = await harness.messageWhen(chat.id, 'it', (it) => it.original === 'Hasta mañana');
  expect(shown).toMatchObject({ direction: 'out', elsewhere: true, translationState: 'none', characters: 0 });
  await phone.markDisplayed(received);
  await delivery(shown.id, 'read');
  await ours.close();
  const all = await harness.messagesOf(chat.id);
  expect(all.filter(({ elsewhere }) => elsewhere)).toHaveLength(1);
});

it('shows typing to both sides, and presence to the desk', async () => {
  const heard: [string, unknown][] = [];
  const socket = io(harness.url, { auth: { token: harness.agent.token }, transports: ['websocket'] });
  socket.onAny((name: string, event: unknown) => heard.push([name, event]));
  await until('the socket', () => socket.connected);
  await phone.typing(business, true);
  const typing = ['typing', { conversationId: chat.id, on: true }];
  await until('the desk to see it', () => heard.some((it) => JSON.stringify(it) === JSON.stringify(typing)));
  const params = { conversationId: chat.id };
  await harness.call(conversationsApi.sendTyping, { params, body: { on: true } }, harness.agent.token);
  await until('the customer to see it', () => phone.chatStates.includes('composing'));
  socket.close();
});

it('loses and duplicates nothing when the server is killed and restarted', async () => {
  const lines = Array.from({ length: 5 }, () => `line ${randomUUID()}`);
  const mine: conversationsApi.Message[] = [];
  for (const line of lines.slice(0, 2)) mine.push(await harness.says(chat.id, line, { mode: 'original' }));
  await prosody.kill();
  for (const line of lines.slice(2)) mine.push(await harness.says(chat.id, line, { mode: 'original' }));
  await prosody.start();
  phone = await xmppCustomer(login(phone.jid));
  const said = `otra vez ${randomUUID()}`;
  await until('the customer to get through', async () => {
    await phone.send(business, said);
    return true;
  });
  for (const { id } of mine)
    await until('each to be sent', async () => {
      const message = (await harness.messagesOf(chat.id)).find((it) => it.id === id);
      return message !== undefined && ['sent', 'delivered', 'read'].includes(message.delivery);
    });
  await harness.messageWhen(chat.id, 'the customer’s line', (it) => it.original === said);
  expect((await harness.messagesOf(chat.id)).filter((it) => it.original === said)).toHaveLength(1);
  const linesReceived = () => phone.received.map((it) => it.text).filter((text) => lines.includes(text));
  await until('the customer to get the last line', () => linesReceived().includes(lines.at(-1) ?? ''));
  const after = linesReceived();
  expect(new Set(after).size, 'none twice').toBe(after.length);
  expect(after.slice(-3)).toEqual(lines.slice(2));
});

it('joins a room once its owner lets it accept invitations, and mentions members', async () => {
  const { token } = harness.owner;
  const { id } = await harness
    .call(channelsApi.socialAccountPage, { query: { platform: 'xmpp' } }, token)
    .then(({ list }) => list.find(({ name }) => name === 'Shop') ?? { id: '' });
  const body = { id, joinsGroups: true };
  expect(await harness.call(channelsApi.setSocialAccountGroups, { body }, token)).toMatchObject(body);
  const { list } = await harness.call(
    auditApi.auditLogPage,
    { query: { action: 'social-account.changed' } },
    token,
  );
  expect(list[0]?.details).toEqual({ 'joinsGroups.before': false, 'joinsGroups.after': true });
  const site = { body: { id: harness.site, joinsGroups: true } };
  expect((await harness.send(channelsApi.setSocialAccountGroups, site, token)).body.data).toMatchObject({
    error: 'channel.no-invitations',
  });
  const room = await enterRoom(phone, 'taller@rooms.chat.test', 'Ana');
  await room.invite(business);
  await until('it to be there', () => room.present.has('shop'));
  await room.say('Gracias');
  const group = await until('the group', async () =>
    (await harness.conversations()).find(({ kind }) => kind === 'group'),
  );
  const inbound = await harness.messageWhen(group.id, 'it', (it) => it.translationState === 'done');
  expect(inbound).toMatchObject({ sender: { name: 'Ana' }, translation: 'Thank you' });
  await harness.says(group.id, '@Ana It will arrive tomorrow');
  await until('the answer', () => room.heard.some(({ text }) => text.includes('Llegará mañana')));
  await harness.messageWhen(group.id, 'it sent', (it) => it.direction === 'out' && it.delivery === 'sent');
  expect(room.heard.filter(({ from }) => from === 'shop')).toHaveLength(1);
  expect((await harness.messagesOf(group.id)).filter(({ direction }) => direction === 'out')).toHaveLength(1);

  const params = { conversationId: group.id };
  const stateOf = () => harness.call(conversationsApi.deskConversation, { params }, harness.agent.token);
  await harness.call(conversationsApi.leaveGroup, { params }, harness.agent.token);
  await until('it to have left', () => !room.present.has('shop'));
  await until('the report', async () => (await stateOf()).group?.exit === 'left');
  expect((await stateOf()).closedAt).not.toBeNull();
  await room.invite(business);
  await until('it to be there again', () => room.present.has('shop'));
  await until('the report', async () => (await stateOf()).group?.exit === null);
  expect((await stateOf()).closedAt).toBeNull();
});

it('leaves a group once its connection is restored', async () => {
  const { list } = await harness.call(
    conversationsApi.deskConversations,
    { query: { kind: 'group' } },
    harness.agent.token,
  );
  const params = { conversationId: list[0]?.id ?? '' };
  const stateOf = async () =>
    (await harness.call(conversationsApi.deskConversation, { params }, harness.agent.token)).group;
  // Stopped rather than killed: the server stores a room only when it stops, and a room that no longer exists is closed
  // and not left.
  await prosody.stop();
  await harness.call(conversationsApi.leaveGroup, { params }, harness.agent.token);
  expect(await stateOf()).toMatchObject({ exit: null, leaving: { state: 'waiting' } });
  await prosody.start();
  await expect.poll(stateOf).toMatchObject({ exit: 'left' });
  phone = await xmppCustomer(login(phone.jid));
  const room = await enterRoom(phone, 'taller@rooms.chat.test', 'Ana');
  expect([...room.present]).toEqual(['Ana']);
});
