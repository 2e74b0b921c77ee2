/**
 * Starts a server with an engine that speaks English and Spanish, an owner, an agent who reads English, and a website.
 */
import { randomUUID } from 'node:crypto';
import * as charactersApi from '@parley/contract/characters';
import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';
import { startTestEngine } from './test-engine.ts';
import type { TestAgent, TestOwner, TestVisitor } from './test-people.ts';

export type ChatHarness = Awaited<ReturnType<typeof startChatHarness>>;
export type Chat = { visitor: TestVisitor; conversationId: string };

/** The translation settings of the desk and the console; the agent reads English. */
export const readsEnglish: conversationsApi.TranslationSettings = {
  translationMode: null,
  receiveTranslationEnable: null,
  receiveSourceLanguage: null,
  receiveTargetLanguage: 'en',
  sendTranslationEnable: true,
  sendTargetLanguage: null,
};

export type ChatHarnessOptions = TestAppOptions & { characters?: number };

export async function startChatHarness(options: ChatHarnessOptions = {}) {
  const { characters, ...rest } = options;
  const { engine, variables } = await startTestEngine();
  const config = { ...variables, ...options.config };
  const app = await startTestApp({ ...rest, config }).catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  const owner = await app.registerOwner(characters === undefined ? {} : { characters });
  const agent = await app.createSubAccount(owner, { characters: characters ?? 100_000 });
  await app.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, agent.token);
  const site = await app.addWebchat(owner, agent.subAccountId);
  return {
    ...app,
    engine,
    owner,
    agent,
    site,
    ...chatting(app, owner, agent, site),
    async close() {
      await app.close();
      await engine.stop();
    },
  };
}

/** Returns the actions of visitors and the agent; each waits until it has taken effect. */
function chatting(app: TestApp, owner: TestOwner, agent: TestAgent, site: string) {
  const messagesOf = async (conversationId: string): Promise<conversationsApi.Message[]> => {
    const request = { params: { conversationId }, query: { limit: 200 } };
    return (await app.call(conversationsApi.deskMessages, request, agent.token)).messages;
  };
  const conversations = async (): Promise<conversationsApi.Conversation[]> =>
    (await app.call(conversationsApi.deskConversations, { query: { pageSize: 200 } }, agent.token)).list;

  /** Resolves with the message once `is` accepts it. */
  const messageWhen = (
    conversationId: string,
    what: string,
    is: (message: conversationsApi.Message) => boolean,
  ) => until(what, async () => (await messagesOf(conversationId)).find(is));

  /** Creates a visitor who has written these lines, waiting for each to arrive. */
  async function meet(...lines: string[]): Promise<Chat> {
    const visitor = await app.startVisitor(site);
    const id = randomUUID();
    await app.visitorSays(visitor, lines[0] ?? 'Hola', id);
    const chat = { visitor, conversationId: await conversationOf(visitor) };
    for (const line of lines.slice(1)) await app.visitorSays(visitor, line);
    return chat;
  }

  async function conversationOf(visitor: TestVisitor): Promise<string> {
    const title = visitorId(visitor);
    return (
      await until('the conversation', async () => (await conversations()).find((it) => it.title === title))
    ).id;
  }

  const remaining = async (): Promise<number> =>
    (await app.call(subAccountsApi.deskSelf, {}, agent.token)).remaining;

  const says = (
    conversationId: string,
    text: string,
    given: Partial<SaidAs> = {},
  ): Promise<conversationsApi.Message> =>
    app.call(
      conversationsApi.sendMessage,
      {
        params: { conversationId },
        body: { id: randomUUID(), text, mode: 'translate', ...given },
      },
      agent.token,
    );

  const visitorSees = (visitor: TestVisitor, since = 0) =>
    app.call(visitorApi.visitorEvents, { query: { since } }, visitor.token);

  const summary = () => app.call(charactersApi.getCharacterSummary, {}, owner.token);

  return { messagesOf, messageWhen, conversations, meet, remaining, says, visitorSees, summary };
}

type SaidAs = {
  id: string;
  mode: 'translate' | 'original';
  replyToId: string;
  fileId: string;
  authorName: string;
};

/** Returns the visitor's id, which is also the id of their chat. */
export function visitorId({ token }: Pick<TestVisitor, 'token'>): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
}
