/** Links to conversations over HTTP: owners share, visitors read, and nothing else is visible. */
import * as api from '@parley/contract/chat-shares';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatShares } from '../../schema/chat-shares.ts';
import { conversations, messages } from '../../schema/conversations.ts';
import { type InboundHarness, startInboundHarness } from '../../testing/inbound-harness.ts';
import { chatLinks, shareForm as form } from './testing/chat-links.ts';

let harness: InboundHarness;
let token: string;
beforeAll(async () => {
  harness = await startInboundHarness({ config: { TRUST_PROXY: '127.0.0.1' } });
  token = harness.owner.token;
});
afterAll(() => harness.close());

const { chat, share, newAddress, open, read, viewOf, passOf } = chatLinks(() => harness);
const refused = (error: string) => ({ body: { data: { error } } });
const locked = { access: 'password', password: 'kite42' } as const;

it('shows a shared conversation as it goes on', async () => {
  const own = await chat('Hola, quiero comprar la casa');
  const link = await share(own);
  const first = await viewOf(link.token);
  expect(first).toMatchObject({
    title: 'Order 1042',
    name: 'Marta',
    messages: [{ text: 'Hola, quiero comprar la casa', translation: expect.any(String) }],
  });
  await harness.tell(harness.inbound(own.chatId, 'Gracias'));
  await harness.quiet(own.chatId);
  const news = await viewOf(link.token, { since: first.lastSeq });
  expect(news.messages.map(({ text }) => text)).toEqual(['Gracias']);
  const ask = { query: { seq: 1 } };
  const file = await harness.send(api.sharedFileLink, ask, undefined, { [api.shareTokenHeader]: link.token });
  expect(file).toMatchObject({ status: 404, ...refused('file.not-found') });
});

it('lets the owner read, change, close and delete a link', async () => {
  const own = await chat('Hola');
  const made = await share(own, locked);
  const body = { shareId: made.id };
  expect(await harness.call(api.getChatSharePassword, { query: body }, token)).toEqual({
    password: 'kite42',
  });
  const change = { body: { ...body, version: 1, ...form, ...locked, title: 'Order 7' } };
  expect(await harness.call(api.updateChatShare, change, token)).toMatchObject({
    title: 'Order 7',
    version: 2,
  });
  const query = { conversationId: own.conversationId, status: 'enabled' } as const;
  const { list } = await harness.call(api.chatSharePage, { query }, token);
  expect(list).toMatchObject([{ id: made.id, title: 'Order 7' }]);
  const expectRefused = async (status: number, error: string) => {
    for (const answer of [await read(made.token), await open(made.token, 'kite42')]) {
      expect(answer).toMatchObject({ status, ...refused(error) });
      expect(JSON.stringify(answer.body)).not.toMatch(/Hola|Marta|1042|Order/);
    }
  };
  await harness.call(api.setChatShareEnabled, { body: { ...body, enabled: false } }, token);
  await expectRefused(410, 'chat-share.disabled');
  await harness.call(api.cancelChatShare, { body }, token);
  await expectRefused(410, 'chat-share.cancelled');
  expect(await harness.call(api.getChatShare, { query: body }, token)).toMatchObject({ status: 'cancelled' });
  await harness.call(api.deleteChatShare, { body }, token);
  await expectRefused(404, 'chat-share.not-found');
});

describe('the password of a link', () => {
  it('opens the link to those who have it, with a pass', async () => {
    const link = await share(await chat('Hola'), locked);
    for (const answer of [await read(link.token), await open(link.token)])
      expect(answer).toMatchObject({ status: 401, body: { code: 40101 } });
    const wrong = await open(link.token, 'wrong1');
    expect(wrong).toMatchObject({ status: 401, ...refused('chat-share.wrong-password') });
    const pass = await passOf(link.token, 'kite42');
    expect((await viewOf(link.token, {}, pass)).messages).toMatchObject([{ text: 'Hola' }]);
  });

  it('locks an address for ten minutes after the fifth wrong one', async () => {
    const { token: link } = await share(await chat('Hola'), locked);
    const address = newAddress();
    for (let tried = 0; tried < 5; tried += 1) expect((await open(link, 'guess1', address)).status).toBe(401);
    expect(await open(link, 'kite42', address)).toMatchObject({
      status: 429,
      body: { data: { details: { seconds: expect.any(Number) } } },
    });
    expect((await open(link, 'kite42')).status).toBe(200);
  });
});

it('reveals no ids, handles, other conversations and hidden texts in any byte of the traffic of a link', async () => {
  const other = await chat('Palabra de otra persona');
  const own = await chat('Hola visible', 'Texto retirado');
  const { db } = harness.database;
  await db.update(messages).set({ deletedAt: new Date() }).where(eq(messages.original, 'Texto retirado'));
  await share(other, { title: 'Another title' });
  const made = await share(own, locked);
  const traffic: string[] = [];
  const keep = <T extends { headers: Headers; body: unknown }>(answer: T) => {
    traffic.push(JSON.stringify([[...answer.headers], answer.body]));
    return answer;
  };
  keep(await open(made.token));
  keep(await open(made.token, 'wrong1'));
  const opened = keep(await open(made.token, 'kite42'));
  const { pass } = opened.body.data as { pass: string }; // as declared
  for (const query of [{}, { since: 0 }, { before: 1_000 }]) keep(await read(made.token, query, pass));
  keep(await read(made.token));
  const page = await fetch(harness.url + made.path);
  traffic.push(JSON.stringify([...page.headers]), await page.text());
  const all = traffic.join('\n');
  expect(all).toContain('Hola visible');
  const ids = [
    ...(await db.select({ id: chatShares.id }).from(chatShares)),
    ...(await db.select({ id: messages.id }).from(messages)),
    ...(await db.select({ id: messages.platformMessageId }).from(messages)),
    ...(await db.select({ id: conversations.id }).from(conversations)),
    ...(await db.select({ id: conversations.fanId }).from(conversations)),
  ];
  const secrets = [
    'retirado',
    'otra persona',
    'kite42',
    'Another title',
    own.chatId,
    harness.site,
    harness.agent.subAccountId,
    harness.agent.accountName,
    harness.owner.workspaceId,
    harness.owner.email,
    ...ids.map(({ id }) => String(id)),
  ];
  expect(secrets.length).toBeGreaterThan(14);
  for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
});
