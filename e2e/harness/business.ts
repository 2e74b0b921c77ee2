/** Creates a workspace after a week of work: several customers, conversations with both parties' messages, a waiting one. */

import { createChatShare } from '@parley/contract/chat-shares';
import {
  chatHistoryConversations,
  deskConversations,
  deskMessages,
  markRead,
  previewTranslation,
  sendMessage,
} from '@parley/contract/conversations';
import { until } from '@parley/testing';
import type { BrowserContext } from 'playwright-core';
import { writeAutomaticReplies } from './automatic-replies.ts';
import { fillFans, openWorkOrders } from './fans.ts';
import { fillLibrary } from './materials.ts';
import { type Agent, addAgent, addSite, type Owner, registerOwner } from './people.ts';
import { writeQuickReplies } from './quick-replies.ts';
import { closeTalk, rateIn } from './ratings.ts';
import { writeSensitiveWords } from './sensitive-words.ts';
import type { SplitPaths } from './split-links.ts';
import type { Stage } from './stage.ts';
import { type Visitor, visitShop } from './widget.ts';

export type Business = SplitPaths & {
  owner: Owner;
  agent: Agent;
  /** The browser of the customer with the most messages, for the widget's screenshot. */
  visitorState: Awaited<ReturnType<BrowserContext['storageState']>>;
  /** The last line of that customer's conversation. */
  lastLine: string;
  /** Path of a work order link without a password. */
  sharePath: string;
  /** Path of a work order link with a password. */
  lockedPath: string;
  /** Path of a link to the longest conversation. */
  chatSharePath: string;
};

/** The visitor's text, then the agent's answer; the last visitor is still waiting. */
const talks: readonly (readonly string[])[] = [
  ['¿Hacen envíos a Portugal?', 'Yes, within three days.'],
  [
    'Buenos días. El pedido 4711 no ha llegado.',
    'I am sorry. It will arrive tomorrow morning.',
    'Muchas gracias.',
  ],
  ['¿Puedo devolver los zapatos?', 'Of course, you have thirty days.', 'Perfecto, gracias por su ayuda.'],
  ['¿Cuánto cuesta el bolso de viaje?'],
  [
    'Hola, busco una camisa de lino para una boda.',
    'Good morning! We have three models. What colour do you prefer?',
    'Azul claro, si es posible.',
    'The light blue shirt costs thirty euros and we have all sizes.',
    '¿Y la tienen también en blanco? Miré en https://example.com/camisas pero no la encontré.',
  ],
];

/** The visitors' ratings of the first conversations, in order. */
const ratings: readonly (readonly [score: number, comment: string])[] = [
  [5, 'Respuesta muy rápida y amable.'],
  [2, 'El pedido llegó con una semana de retraso.'],
  [5, ''],
];

/** Closes the conversation, has the visitor rate it, and reopens it. */
async function rateTalk(
  agent: Agent,
  { page }: Visitor,
  lines: readonly string[],
  at: number,
): Promise<void> {
  const [rating, last] = [ratings[at], lines.at(-1)];
  if (rating === undefined || last === undefined) return;
  await closeTalk(agent, last);
  await rateIn(page, ...rating);
  await closeTalk(agent, last, false);
}

/** Returns the message that the visitor has just written, once it is translated. */
async function heard({ client }: Agent, text: string) {
  return until('a translation', async () => {
    const { list } = await client.call(deskConversations, { query: {} });
    const found = list.find(({ lastMessage }) => lastMessage?.original === text);
    return found?.lastMessage?.translationState === 'pending' ? undefined : found;
  });
}

async function answer({ client }: Agent, conversationId: string, text: string): Promise<void> {
  const params = { conversationId };
  const id = crypto.randomUUID();
  await client.call(previewTranslation, { params, body: { messageId: id, text } });
  await client.call(sendMessage, { params, body: { id, text, mode: 'translate' } });
  await until('the visitor reads', async () => {
    const { messages } = await client.call(deskMessages, { params, query: {} });
    return messages.find((message) => message.id === id && message.delivery === 'read');
  });
}

async function talk(agent: Agent, visitor: Visitor, lines: readonly string[]): Promise<void> {
  await visitor.open();
  for (const [at, line] of lines.entries()) {
    if (at % 2 === 0) await visitor.write(line);
    const before = lines[at - 1];
    if (before === undefined || at % 2 === 0) continue;
    const conversation = await heard(agent, before);
    const params = { conversationId: conversation.id };
    await agent.client.call(markRead, { params, body: { seq: conversation.lastSeq } });
    await answer(agent, conversation.id, line);
  }
  const last = lines.at(-1);
  if (lines.length % 2 === 1 && last !== undefined) await heard(agent, last);
}

async function shareLatest({ client }: Owner): Promise<string> {
  const { list } = await client.call(chatHistoryConversations, { query: {} });
  const conversationId = list[0]?.id ?? '';
  const form = { title: 'Order of linen shirts', access: 'public' as const, password: null, validDays: 7 };
  return (await client.call(createChatShare, { body: { ...form, conversationId } })).path;
}

export async function fillBusiness(stage: Stage): Promise<Business> {
  const owner = await registerOwner(stage.server.url);
  const agent = await addAgent(stage.server.url, owner, 'Ana');
  const night = await addAgent(stage.server.url, owner, 'Bea, night shift');
  await addSite(owner, agent, 'https://outlet.example', { name: 'Outlet' });
  const site = await addSite(owner, agent, stage.shop.url);
  stage.shop.embed(site.embed ?? '');
  await openWorkOrders(owner, agent, night);
  await writeQuickReplies(owner);
  await fillLibrary(stage.server.url, owner);
  let visitorState: Business['visitorState'] = { cookies: [], origins: [] };
  await writeSensitiveWords(owner);
  for (const [at, lines] of talks.entries()) {
    const visitor = await visitShop(stage);
    await talk(agent, visitor, lines);
    await rateTalk(agent, visitor, lines, at);
    visitorState = await visitor.page.context().storageState();
    await visitor.close();
  }
  await writeAutomaticReplies(owner);
  const chatSharePath = await shareLatest(owner);
  const lastLine = talks.at(-1)?.at(-1) ?? '';
  return { owner, agent, visitorState, lastLine, chatSharePath, ...(await fillFans(stage, owner)) };
}
