/** The main job over a Telegram bot, as the platform and the desk see it. */
import { randomUUID } from 'node:crypto';
import { type BotApiServer, type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as statisticsApi from '@parley/contract/fan-statistics';
import * as fansApi from '@parley/contract/fans';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';

let harness: ChatHarness;
let platform: BotApiServer;
const bots: BotHandle[] = [];
const accounts: channelsApi.SocialAccount[] = [];
beforeAll(async () => {
  [harness, platform] = await Promise.all([startChatHarness(), startBotApiServer()]);
  for (const name of ['one_bot', 'two_bot']) {
    const bot = platform.addBot(name);
    bots.push(bot);
    const credentials = { token: bot.token, apiRoot: platform.url };
    const body = {
      platform: 'telegram',
      subAccountId: harness.agent.subAccountId,
      name,
      credentials,
    } as const;
    accounts.push(await harness.call(channelsApi.addSocialAccount, { body }, harness.owner.token));
  }
});
afterAll(async () => {
  await harness.close();
  await platform.close();
});

const bot = (i = 0): BotHandle => {
  const handle = bots[i];
  if (!handle) throw new Error('there are two bots');
  return handle;
};
let people = 1_000;
const someone = (firstName = 'Marta') => ({ id: people++, firstName, language: 'es' });
const chatWith = (title: string, account = 0) =>
  until('the conversation', async () =>
    (await harness.conversations()).find(
      (it) => it.title === title && it.socialAccountId === accounts[account]?.id,
    ),
  );
const sentTexts = (chatId: number, i = 0) =>
  bot(i)
    .bot.sent.filter((it) => it.chatId === chatId)
    .map((it) => it.text);
const delivery = (conversationId: string, id: string, state: conversationsApi.Message['delivery']) =>
  harness.messageWhen(conversationId, state, (it) => it.id === id && it.delivery === state);

describe('the main job', () => {
  it('reaches the desk from a Telegram user and back, each in their own language', async () => {
    const marta = someone(`Marta ${randomUUID()}`);
    bot().write(marta, 'Hola, ¿dónde está mi pedido? Gracias');
    const chat = await chatWith(marta.firstName);
    const inbound = await harness.messageWhen(
      chat.id,
      'the translation',
      (it) => it.translationState === 'done',
    );
    expect(inbound.translation).toBe('Hello, ¿where is my order? Thank you');
    const { id } = await harness.says(chat.id, 'It will arrive tomorrow');
    await delivery(chat.id, id, 'sent');
    expect(sentTexts(marta.id)).toEqual(['Llegará mañana']);
  });

  it('counts a person once over two bots, and no members of a group', async () => {
    const ana = someone(`Ana ${randomUUID()}`);
    const group = { id: -100_500, title: 'Neighbours' };
    bot(0).post(ana, { text: 'Hola a todos' }, group);
    const inGroup = await until('the group', async () =>
      (await harness.conversations()).find((it) => it.kind === 'group'),
    );
    expect(inGroup).toMatchObject({ fan: null, title: 'Neighbours' });
    bot(0).write(ana, 'Hola');
    const first = await until('the private chat', async () =>
      (await harness.conversations()).find((it) => it.title === ana.firstName && it.kind === 'private'),
    );
    bot(1).write(ana, 'Hola');
    const second = await chatWith(ana.firstName, 1);
    expect([first.fan?.verdict, second.fan?.verdict]).toEqual(['new', 'repeat']);
    expect(second.fan?.id).toBe(first.fan?.id);
    const { list } = await harness.call(channelsApi.socialAccountPage, { query: {} }, harness.owner.token);
    expect(list.find((it) => it.id === accounts[1]?.id)?.fansTotal).toEqual({ new: 0, repeat: 1, base: 0 });
  });
});

describe('after a message', () => {
  it('carries edits of customer and agent, and the agent’s deletion', async () => {
    const ana = someone(`Ana ${randomUUID()}`);
    const written = bot().write(ana, 'Hola');
    const chat = await chatWith(ana.firstName);
    bot().edit(written, 'Hola, buenos días, ¿dónde está mi pedido?');
    await harness.messageWhen(
      chat.id,
      'the customer’s edit',
      (it) => it.editedAt !== null && it.translationState === 'done',
    );
    const { id } = await harness.says(chat.id, 'It will arrive tomorrow');
    await delivery(chat.id, id, 'sent');
    const change = { params: { messageId: id } };
    const edit = { ...change, body: { text: 'house', mode: 'translate' } } as const;
    await harness.call(conversationsApi.editMessage, edit, harness.agent.token);
    await harness.messageWhen(chat.id, 'the edit', (it) => it.id === id && it.editedAt !== null);
    expect(sentTexts(ana.id)).toEqual(['casa']);
    const refusal = {
      ok: false,
      error_code: 400,
      description: "Bad Request: message can't be deleted",
    } as const;
    bot().fail({ method: 'deleteMessages', kind: 'answer', answer: refusal });
    await harness.call(conversationsApi.takeBackMessage, change, harness.agent.token);
    const failed = await harness.messageWhen(chat.id, 'the refusal', (it) => it.change?.state === 'failed');
    expect(failed.change?.problem).toContain("can't be deleted");
    await harness.call(conversationsApi.retryMessage, change, harness.agent.token);
    await harness.messageWhen(chat.id, 'the deletion', (it) => it.deletedAt !== null);
    expect(sentTexts(ana.id)).toEqual([]);
    const versions = await harness.call(
      conversationsApi.chatHistoryVersions,
      { params: { conversationId: chat.id, messageId: id } },
      harness.owner.token,
    );
    expect(versions.versions.map(({ original }) => original)).toEqual(['It will arrive tomorrow']);
    const { rows: read } = await harness.app.database.db.execute<{ action: string }>(
      sql`select action from audit_entries where object_id = ${chat.id}`,
    );
    expect(read).toEqual([{ action: 'chat-history.read' }]);
  });

  it('each side reacts and answers, and its peer sees to which message', async () => {
    const luis = someone(`Luis ${randomUUID()}`);
    const written = bot().write(luis, 'Hola');
    const chat = await chatWith(luis.firstName);
    const [question] = await harness.messagesOf(chat.id);
    if (!question) throw new Error('the question is not there');
    const react = (emoji: '👍' | null) =>
      harness.call(
        conversationsApi.reactToMessage,
        { params: { messageId: question.id }, body: { emoji } },
        harness.agent.token,
      );
    await react('👍');
    const reacted = await harness.messageWhen(chat.id, 'our reaction', (it) => it.reactions.length > 0);
    expect(reacted).toMatchObject({ reactions: [{ emoji: '👍', count: 1, own: true }], change: null });
    expect(bot().bot.reactions.get(`${luis.id}/${written.message_id}`)).toEqual([
      { type: 'emoji', emoji: '👍' },
    ]);
    const answer = await harness.says(chat.id, 'Yes', { mode: 'original', replyToId: question.id });
    expect(answer.replyTo).toEqual({ id: question.id, seq: question.seq });
    await delivery(chat.id, answer.id, 'sent');
    const sent = bot().bot.sent.at(-1);
    expect(sent?.answers).toBe(written.message_id);
    bot().react(luis, sent?.messageId ?? 0, ['🎉']);
    const thanked = await harness.messageWhen(
      chat.id,
      'the reaction',
      (it) => it.id === answer.id && it.reactions.length > 0,
    );
    expect(thanked.reactions).toEqual([{ emoji: '🎉', count: 1, own: false }]);
    const chatOfLuis = { id: luis.id, type: 'private' };
    const quoted = { message_id: sent?.messageId, date: 0, chat: chatOfLuis };
    bot().post(luis, { text: 'Gracias', reply_to_message: quoted });
    const thanks = await harness.messageWhen(chat.id, 'the thanks', (it) => it.original === 'Gracias');
    expect(thanks.replyTo).toEqual({ id: answer.id, seq: answer.seq });
  });
});

describe('when the platform', () => {
  const open = async () => {
    const person = someone(`Leo ${randomUUID()}`);
    bot().write(person, 'Hola');
    return { person, chat: await chatWith(person.firstName) };
  };
  const original = { mode: 'original' } as const;

  it('never answers whether it accepted a message, that is shown, and the agent decides', async () => {
    const { person, chat } = await open();
    bot().fail({ method: 'sendMessage', kind: 'lose' });
    const doubtful = await harness.says(chat.id, 'perhaps', original);
    await delivery(chat.id, doubtful.id, 'unconfirmed');
    const next = await harness.says(chat.id, 'surely', original);
    await delivery(chat.id, next.id, 'sent');
    expect(sentTexts(person.id)).toEqual(['perhaps', 'surely']);
    await harness.call(
      conversationsApi.retryMessage,
      { params: { messageId: doubtful.id } },
      harness.agent.token,
    );
    await delivery(chat.id, doubtful.id, 'sent');
    expect(sentTexts(person.id)).toEqual(['perhaps', 'surely', 'perhaps']);
  });
});

it('merges two accounts with one phone number into one person, if the owner wants it', async () => {
  const { token } = harness.owner;
  const settings = { inactiveAfterDays: 30, mergeByPhone: true };
  await harness.call(statisticsApi.setFanSettings, { body: settings }, token);
  const contact = { phone_number: '34600111222', first_name: 'Ida' };
  const [one, other] = [someone('Ida 1'), someone('Ida 2')];
  for (const person of [one, other]) {
    bot().post(person, { contact: { ...contact, user_id: person.id } });
    await chatWith(person.firstName);
  }
  const [row, ...others] = (await harness.call(fansApi.fanPage, { query: { search: 'Ida' } }, token)).list;
  expect([row?.type, row?.phone, others]).toEqual(['new', '34600111222', []]);
  const query = { fanId: row?.fanId ?? '' };
  const { identities } = await harness.call(fansApi.getFan, { query }, token);
  expect(identities.map(({ platform: where, account: who }) => [where, who])).toEqual([
    ['telegram', String(other.id)],
    [null, '34600111222'],
    ['telegram', String(one.id)],
  ]);
  const { list } = await harness.call(fansApi.fanLog, { query }, token);
  expect(list).toContainEqual(expect.objectContaining({ reason: 'phone' }));
});
