/** Creates a workspace with one of everything, and requests for every endpoint of the contract, for the contract tests. */
import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import {
  allExamples,
  channels,
  conversations,
  exampleIds,
  identity,
  subAccounts,
} from '@parley/contract/examples';
import { until } from '@parley/testing';
import type { Parts } from './test-client.ts';
import { claimsOf, type TestAgent } from './test-people.ts';
import { type TestPlace, type TestWorld, worldParts } from './world-part.ts';

export type { TestWorld };

/** Creates a workspace with a sub-account, a website chat and a conversation, and with the rows of the modules' parts. */
export async function createWorld(app: TestPlace): Promise<TestWorld> {
  const owner = await app.registerOwner();
  const agent = await app.createSubAccount(owner);
  const operator = await app.operatorToken();
  const made: Record<string, string>[] = [];
  // Before the social account, which would reconnect at some later time, for example through a new proxy.
  for (const { make } of await worldParts())
    made.push({ ...(await make?.({ app, owner, agent, operator })) });
  const socialAccountId = await app.addWebchat(owner, agent.subAccountId);
  const visitor = await app.startVisitor(socialAccountId);
  await app.visitorSays(visitor, 'Hola');
  const { conversationId, messageId } = await translated(app, agent);
  const live = {
    ...Object.assign({}, ...made),
    [conversations.conversationId]: conversationId,
    [conversations.messageId]: messageId,
    [channels.socialAccountId]: socialAccountId,
    [subAccounts.subAccountId]: agent.subAccountId,
    [identity.loginSessionId]: claimsOf(agent.token).sid,
    [identity.userId]: owner.userId,
    [identity.ownerEmail]: owner.email,
  };
  return {
    owner,
    agent,
    visitor,
    ids: { conversationId, socialAccountId, subAccountId: agent.subAccountId },
    live: new Map(Object.entries(live)),
    tokens: { console: owner.token, desk: agent.token, visitor: visitor.token, operator },
  };
}

/** Waits for the translation of the first message, which would change the workspace during a test that expects no change. */
const translated = (app: TestPlace, agent: TestAgent) =>
  until('the message to be translated', async () => {
    const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, agent.token);
    const [conversation] = list;
    const message = conversation?.lastMessage;
    if (!message || message.translationState === 'pending') return null;
    return { conversationId: conversation.id, messageId: message.id };
  });

/**
 * Returns the endpoint's example as a request, with real values for its placeholders. A placeholder without a real value gets
 * a new id each time.
 */
export function requestFor(name: string, live: TestWorld['live']): Parts {
  const { answer: _, ...request } = allExamples.get(name) ?? {};
  const fresh = new Map<string, string>();
  const newId = (example: string) => {
    const id = fresh.get(example) ?? randomUUID();
    fresh.set(example, id);
    return id;
  };
  const fillIn = (text: string) => {
    const filled = [...live].reduce((now, [example, real]) => now.replaceAll(example, real), text);
    return filled.replaceAll(exampleIds, newId);
  };
  const filled: unknown = JSON.parse(JSON.stringify(request), (_key, value: unknown) =>
    typeof value === 'string' ? fillIn(value) : value,
  );
  // The parts of an example, with other texts.
  return filled as Parts;
}
