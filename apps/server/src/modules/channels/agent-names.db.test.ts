import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness, visitorId } from '../../testing/chat-harness.ts';

const name = 'Anastasia <b>Q</b>';

let harness: ChatHarness;
const streams: AbortController[] = [];
beforeAll(async () => {
  harness = await startChatHarness();
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
});
afterAll(() => harness.close());

/** Returns a function that returns everything that the visitor's stream has received. */
async function listen(token: string): Promise<() => string> {
  const gone = new AbortController();
  streams.push(gone);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(harness.url + visitorApi.visitorStreamPath, { headers, signal: gone.signal });
  let text = '';
  const read = async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => undefined);
  return () => text;
}

/** Plays an agent with a name and a visitor; returns everything that reached the visitor, as text. */
async function play(site: string) {
  const visitor = await harness.startVisitor(site);
  const said = await harness.visitorSays(visitor, 'Hola');
  const { id: conversationId } = await until('the conversation', async () =>
    (await harness.conversations()).find(({ title }) => title === visitorId(visitor)),
  );
  const stream = await listen(visitor.token);
  const params = { conversationId };
  const act = { params, body: { on: true, authorName: name } };
  await harness.call(conversationsApi.sendTyping, act, harness.agent.token);
  await until('the typing', () => stream().includes('"typing"'));
  const ids = { named: randomUUID(), nameless: randomUUID(), automatic: randomUUID() };
  for (const id of Object.values(ids)) {
    const named = id === ids.nameless ? {} : { authorName: name };
    const body = { id, text: 'Yes', mode: 'original', ...named } as const;
    await harness.call(conversationsApi.sendMessage, { params, body }, harness.agent.token);
  }
  // No code writes such a row: this proves that even an automatic reply with a name would not show it.
  const { pool } = harness.app.database;
  await pool.query('update messages set triggered_by = id where id = $1', [ids.automatic]);
  const seen = await until('the answers', async () => {
    const { messages } = await harness.visitorSees(visitor);
    return messages.length === 4 ? messages : null;
  });
  const start = { body: { site, token: visitor.token } };
  const react = { params: { messageId: ids.named }, body: { emoji: '👍' } } as const;
  const answers = [
    await harness.send(visitorApi.visitorStart, start),
    await harness.send(visitorApi.visitorReact, react, visitor.token),
  ];
  const typing = stream()
    .split('\n\n')
    .find((event) => event.includes('"typing"'));
  const author = (id: string) => seen.find((message) => message.id === id)?.author;
  const all = JSON.stringify([said, seen, answers]) + stream();
  return { all, typing, author, ids };
}

describe('the names of agents', () => {
  it('reach a visitor nowhere while the owner does not show them', async () => {
    const { all, typing, author, ids } = await play(harness.site);
    expect(all).toContain('"author":null');
    expect(all).not.toContain('Anastasia');
    expect(typing).toBe('data: {"type":"typing","on":true}');
    expect(author(ids.named)).toBeNull();
  });

  it('reach a visitor where the owner shows them, but never a sub-account’s name, and none on automatic replies', async () => {
    const { owner, agent } = harness;
    const site = await harness.addWebchat(owner, agent.subAccountId, { showAgentNames: 'true' });
    const { all, typing, author, ids } = await play(site);
    expect(author(ids.named)).toBe(name);
    expect([author(ids.nameless), author(ids.automatic)]).toEqual([null, null]);
    expect(typing).toContain(JSON.stringify(name));
    expect(all).not.toContain(agent.subAccountId);
  });
});
