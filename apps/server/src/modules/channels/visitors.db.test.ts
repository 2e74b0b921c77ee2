import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness, visitorId } from '../../testing/chat-harness.ts';
import { startTestApp } from '../../testing/test-app.ts';

let harness: ChatHarness;
beforeAll(async () => {
  harness = await startChatHarness();
});
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const it of open.splice(0)) it.close();
  await until(
    'all desks to be gone',
    async () => !(await harness.app.services.realtime.deskOnline(harness.agent.subAccountId)),
  );
});
afterAll(() => harness.close());

type Stream = { events: visitorApi.VisitorStreamEvent[]; ended: boolean; close(): void; status: number };

/** Opens an event stream like the widget. */
async function listen(token: string, url = harness.url): Promise<Stream> {
  const gone = new AbortController();
  const response = await fetch(`${url}${visitorApi.visitorStreamPath}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: gone.signal,
  });
  const stream: Stream = { events: [], ended: false, close: () => gone.abort(), status: response.status };
  open.push(stream);
  const read = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const events = [...text.matchAll(/^data: (.*)\n\n/gm)];
      stream.events = events.map(([, json = '']) => visitorApi.visitorStreamEvent.parse(JSON.parse(json)));
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      stream.ended = true;
    });
  return stream;
}

async function desk(token = harness.agent.token): Promise<Socket & { heard: Record<string, unknown[]> }> {
  const socket = io(harness.url, { auth: { token }, transports: ['websocket'], forceNew: true });
  const heard: Record<string, unknown[]> = {};
  socket.onAny((name: string, event: unknown) => {
    heard[name] = [...(heard[name] ?? []), event];
  });
  open.push(socket);
  await until('the socket', () => socket.connected);
  return Object.assign(socket, { heard });
}

describe('starting', () => {
  it('continues the conversation of an earlier visit, only on the same site', async () => {
    const { visitor } = await harness.meet('Hola');
    const start = (site: string, token?: string) =>
      harness.call(visitorApi.visitorStart, { body: { site, ...(token ? { token } : {}) } });
    const again = await start(harness.site, visitor.token);
    expect(visitorId(again)).toBe(visitorId(visitor));
    expect(again.messages.map((it) => it.text)).toEqual(['Hola']);
    const other = await harness.addWebchat(harness.owner, harness.agent.subAccountId);
    for (const token of [visitor.token, harness.agent.token, 'nonsense']) {
      const fresh = await start(token === visitor.token ? other : harness.site, token);
      expect(fresh.messages).toEqual([]);
      expect(visitorId(fresh)).not.toBe(visitorId(visitor));
    }
  });

  it('refuses to start on websites that the owner hasn’t allowed, and for sites that don’t exist', async () => {
    const site = await harness.addWebchat(harness.owner, harness.agent.subAccountId, {
      origins: 'https://shop.example',
    });
    const start = (id: string, origin?: string) =>
      harness.send(visitorApi.visitorStart, { body: { site: id } }, undefined, origin ? { origin } : {});
    expect((await start(site, 'https://shop.example')).status).toBe(200);
    for (const origin of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'http://shop.example',
      'null',
    ]) {
      expect(await start(site, origin), origin).toMatchObject({
        status: 403,
        body: { data: { error: 'channel.origin-refused' } },
      });
    }
    expect((await start(site)).status).toBe(403);
    expect((await start(randomUUID())).status).toBe(404);
    const { id } = (await harness.call(channelsApi.socialAccountPage, { query: {} }, harness.owner.token))
      .list[0] ?? {
      id: '',
    };
    await harness.call(
      channelsApi.setSocialAccountEnabled,
      { body: { id, enabled: false } },
      harness.owner.token,
    );
    expect((await start(id)).status).toBe(404);
  });

  it('stores nothing before the first message', async () => {
    const before = (await harness.conversations()).length;
    await harness.startVisitor(harness.site);
    expect((await harness.conversations()).length).toBe(before);
  });
});

describe('tokens', () => {
  it('visitors’ tokens give no access to a desk, and desks’ tokens none to a chat', async () => {
    const visitor = await harness.startVisitor(harness.site);
    const wrong = { status: 403, error: 'auth.wrong-audience' };
    await expect(
      harness.call(conversationsApi.deskConversations, { query: {} }, visitor.token),
    ).rejects.toMatchObject(wrong);
    await expect(
      harness.call(visitorApi.visitorEvents, { query: { since: 0 } }, harness.agent.token),
    ).rejects.toMatchObject(wrong);
    await expect(harness.visitorSays({ token: 'x' }, 'Hola')).rejects.toMatchObject({ status: 401 });
    expect((await listen('x')).status).toBe(401);
    for (const token of [harness.agent.token, harness.owner.token])
      expect((await listen(token)).status).toBe(403);
  });
});

describe('the stream', () => {
  it('notifies every page of that visitor and no other', async () => {
    const { visitor, conversationId } = await harness.meet('Hola');
    const other = await harness.meet('Gracias');
    const settled = (it: conversationsApi.Message) => it.translationState !== 'pending';
    for (const chat of [conversationId, other.conversationId])
      await harness.messageWhen(chat, 'an end', settled);
    const [one, two, stranger] = await Promise.all(
      [visitor, visitor, other.visitor].map(({ token }) => listen(token)),
    );
    await harness.says(conversationId, 'Hello', { mode: 'original' });
    const changed = (stream: Stream | undefined) =>
      stream?.events.filter((it) => it.type === 'changed') ?? [];
    await until('both pages to hear', () => changed(one).length > 0 && changed(two).length > 0);
    expect(changed(stranger)).toEqual([]);
    await until('its newest number', async () => {
      const { lastSeq } = await harness.visitorSees(visitor);
      return JSON.stringify(changed(one).at(-1)) === JSON.stringify({ type: 'changed', seq: lastSeq });
    });
  });

  it('reports whether a desk is connected, at the start and at each change', async () => {
    const visitor = await harness.startVisitor(harness.site);
    const stream = await listen(visitor.token);
    const online = () => stream.events.filter((it) => it.type === 'online').map((it) => it.online);
    await until('the first word', () => online().length === 1);
    const first = await desk();
    await until('online', () => online().length === 2);
    expect((await harness.visitorSees(visitor)).online).toBe(true);
    const second = await desk();
    first.close();
    await until('a second desk', () => second.connected);
    second.close();
    await until('offline', () => online().at(-1) === false && online().length > 2);
    expect(online().filter((it, i) => it !== online()[i - 1])).toEqual([false, true, false]);
  });

  it('transmits typing and reading in both directions', async () => {
    const { visitor, conversationId } = await harness.meet('Hola');
    const [stream, agent] = [await listen(visitor.token), await desk()];
    for (const on of [true, false]) {
      await harness.call(visitorApi.visitorTyping, { body: { on } }, visitor.token);
      const params = { conversationId };
      await harness.call(conversationsApi.sendTyping, { params, body: { on } }, harness.agent.token);
    }
    const typed = () => stream.events.filter((it) => it.type === 'typing').map((it) => it.on);
    await until('the visitor to see it', () => typed().length === 2);
    expect(typed()).toEqual([true, false]);
    await until('the desk to see it', () => agent.heard.typing?.length === 2);
    expect(agent.heard.typing).toEqual(
      expect.arrayContaining([expect.objectContaining({ on: true }), expect.objectContaining({ on: false })]),
    );
    await harness.call(
      conversationsApi.markRead,
      { params: { conversationId }, body: { seq: 1 } },
      harness.agent.token,
    );
    await until('the visitor to hear of the reading', () => stream.events.at(-1)?.type === 'changed');
    expect((await harness.visitorSees(visitor)).messages[0]?.state).toBe('read');
  });

  it('shows the desk that the visitor is present, and that the last page was closed', async () => {
    const { visitor, conversationId } = await harness.meet('Hola');
    const agent = await desk();
    const [one, two] = [await listen(visitor.token), await listen(visitor.token)];
    await until('the desk to see it', () => agent.heard.presence?.length === 1);
    expect(agent.heard.presence).toEqual([{ conversationId, online: true }]);
    one.close();
    two.close();
    await until('the desk to see that nobody is left', () => agent.heard.presence?.length === 2);
    expect(agent.heard.presence?.at(-1)).toEqual({ conversationId, online: false });
  });

  it('ends when its site or the site’s sub-account is disabled or deleted, while other sites’ streams continue', async () => {
    const closings = {
      'the account is disabled': (id: string) =>
        harness.call(
          channelsApi.setSocialAccountEnabled,
          { body: { id, enabled: false } },
          harness.owner.token,
        ),
      'the account is deleted': (id: string) =>
        harness.call(channelsApi.deleteSocialAccount, { body: { id } }, harness.owner.token),
      'its sub-account is disabled': (_: string, subAccountId: string) =>
        harness.call(
          subAccountsApi.setSubAccountStatus,
          { body: { ids: [subAccountId], status: 'disabled' } },
          harness.owner.token,
        ),
      'its sub-account is deleted': (_: string, subAccountId: string) =>
        harness.call(
          subAccountsApi.deleteSubAccounts,
          { body: { ids: [subAccountId] } },
          harness.owner.token,
        ),
    };
    const other = await listen((await harness.startVisitor(harness.site)).token);
    for (const [closing, close] of Object.entries(closings)) {
      const { subAccountId } = await harness.createSubAccount(harness.owner);
      const site = await harness.addWebchat(harness.owner, subAccountId);
      const stream = await listen((await harness.startVisitor(site)).token);
      expect(stream).toMatchObject({ status: 200, ended: false });
      await close(site, subAccountId);
      await until(`the stream to end when ${closing}`, () => stream.ended);
    }
    expect(other.ended).toBe(false);
  });

  it('ends when the operator disables the owner and can’t be reopened, but visitors’ messages arrive', async () => {
    const owner = await harness.registerOwner();
    const { subAccountId } = await harness.createSubAccount(owner);
    const visitor = await harness.startVisitor(await harness.addWebchat(owner, subAccountId));
    const stream = await listen(visitor.token);
    const params = { userId: owner.userId };
    const operator = await harness.operatorToken();
    await harness.call(operatorApi.disableOwner, { params, body: { reason: 'Unpaid' } }, operator);
    await until('the stream to end', () => stream.ended);
    expect((await listen(visitor.token)).status).toBe(404);
    expect(await harness.visitorSays(visitor, 'Hola')).toMatchObject({ text: 'Hola' });
    await harness.call(operatorApi.enableOwner, { params }, operator);
    expect((await listen(visitor.token)).status).toBe(200);
  });

  it('ends when the server closes, without delaying that', async () => {
    const app = await startTestApp();
    const owner = await app.registerOwner({ characters: 0 });
    const agent = await app.createSubAccount(owner);
    const visitor = await app.startVisitor(await app.addWebchat(owner, agent.subAccountId));
    const streams = [await listen(visitor.token, app.url), await listen(visitor.token, app.url)];
    // Browsers preconnect like this.
    const unused = connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(unused, 'connect');
    await app.close();
    await until('the streams to end', () => streams.every((it) => it.ended));
  });
});

describe('a first message', () => {
  it('creates one conversation and one fan, even if it is sent from two pages concurrently', async () => {
    const visitor = await harness.startVisitor(harness.site);
    await Promise.all(Array.from({ length: 8 }, (_, i) => harness.visitorSays(visitor, `Hola ${i}`)));
    const mine = (await harness.conversations()).filter((it) => it.title === visitorId(visitor));
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ named: false, unread: 8, fan: { verdict: 'new' } });
  });
});

describe('a visitor’s changes', () => {
  const act = {
    edit: (token: string, messageId: string, text: string) =>
      harness.send(visitorApi.visitorEdit, { params: { messageId }, body: { text } }, token),
    takeBack: (token: string, messageId: string) =>
      harness.send(visitorApi.visitorTakeBack, { params: { messageId } }, token),
    react: (token: string, messageId: string, emoji: '👍' | null) =>
      harness.send(visitorApi.visitorReact, { params: { messageId }, body: { emoji } }, token),
  };
  const refused = (error: string) => ({ body: { data: { error } } });

  /** A visitor who has written, with the business's delivered answer. */
  async function answered() {
    const { visitor, conversationId } = await harness.meet('In red?');
    await harness.says(conversationId, 'Yes', { mode: 'original' });
    const view = await until('the answer', async () => {
      const { messages, lastSeq } = await harness.visitorSees(visitor);
      const answer = messages.find(({ from }) => from === 'business');
      // A translation that arrives late moves its message behind the answer.
      const own = messages.find(({ from }) => from === 'visitor');
      return answer && own ? { own, answer, lastSeq } : null;
    });
    return { visitor, conversationId, ...view };
  }

  it('edits and deletes an own message, which the owner keeps', async () => {
    const { visitor, conversationId, own } = await answered();
    const edited = await act.edit(visitor.token, own.id, 'In blue?');
    expect(edited.body.data).toMatchObject({ id: own.id, text: 'In blue?', edited: true });
    // Its translation may arrive between the two, which changes the message.
    const later = { changedSeq: expect.any(Number) };
    expect((await act.edit(visitor.token, own.id, 'In blue?')).body.data).toEqual({
      ...Object(edited.body.data),
      ...later,
    });
    const [stored] = await harness.messagesOf(conversationId);
    expect(stored).toMatchObject({ original: 'In blue?', deletedAt: null });
    const gone = await act.takeBack(visitor.token, own.id);
    expect(gone.body.data).toMatchObject({ deleted: true, text: '' });
    expect((await act.takeBack(visitor.token, own.id)).body.data).toEqual({
      ...Object(gone.body.data),
      ...later,
    });
    expect(await act.edit(visitor.token, own.id, 'x')).toMatchObject(refused('message.unchangeable'));
  });

  it('returns the message’s current state when it is sent again because the first answer was lost', async () => {
    const { visitor, conversationId, own } = await answered();
    const body = { id: own.id, text: own.text };
    const sendAgain = () => harness.call(visitorApi.visitorSend, { body }, visitor.token);
    await act.edit(visitor.token, own.id, 'In blue?');
    expect(await sendAgain()).toMatchObject({ id: own.id, text: 'In blue?', edited: true });
    await act.takeBack(visitor.token, own.id);
    expect(await sendAgain()).toMatchObject({ id: own.id, text: '', deleted: true });
    expect(await harness.messagesOf(conversationId)).toHaveLength(2);
  });

  it('reacts to and answers the business, and other tabs are notified', async () => {
    const { visitor, conversationId, answer } = await answered();
    const sent = { body: { seq: answer.seq, state: 'read' } } as const;
    await harness.call(visitorApi.visitorReceipt, sent, visitor.token);
    const tab = await listen(visitor.token);
    const liked = await act.react(visitor.token, answer.id, '👍');
    expect(liked.body.data).toMatchObject({ reactions: [{ emoji: '👍', from: 'visitor' }] });
    await until('the other tab to be notified', () => tab.events.some(({ type }) => type === 'changed'));
    const own = (await harness.messagesOf(conversationId)).find(({ id }) => id === answer.id);
    expect(own?.reactions).toEqual([{ emoji: '👍', count: 1, own: false }]);
    const none = await act.react(visitor.token, answer.id, null);
    expect(none.body.data).toMatchObject({ reactions: [] });
    const body = { id: randomUUID(), text: 'Great', replyTo: answer.id };
    const reply = await harness.call(visitorApi.visitorSend, { body }, visitor.token);
    expect(reply.replyTo).toBe(answer.seq);
  });

  it('reaches no message of another visitor, and none through an id of the business’s', async () => {
    const mine = await answered();
    const theirs = await answered();
    for (const { id } of [theirs.own, theirs.answer, { id: randomUUID() }]) {
      const missing = { status: 404, ...refused('message.not-found') };
      expect(await act.edit(mine.visitor.token, id, 'x')).toMatchObject(missing);
      expect(await act.takeBack(mine.visitor.token, id)).toMatchObject(missing);
      expect(await act.react(mine.visitor.token, id, '👍')).toMatchObject(missing);
    }
    const body = { id: randomUUID(), text: 'Hm', replyTo: theirs.answer.id };
    expect((await harness.call(visitorApi.visitorSend, { body }, mine.visitor.token)).replyTo).toBeNull();
    expect(await act.edit(mine.visitor.token, mine.answer.id, 'x')).toMatchObject(
      refused('message.unchangeable'),
    );
    expect(await act.react(mine.visitor.token, mine.own.id, '👍')).toMatchObject(
      refused('message.unchangeable'),
    );
  });
});
