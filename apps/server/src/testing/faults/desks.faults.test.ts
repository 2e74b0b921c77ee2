import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chat, type ChatHarness, startChatHarness } from '../chat-harness.ts';

let harness: ChatHarness;
const chats: Chat[] = [];
beforeAll(async () => {
  harness = await startChatHarness({ characters: 1_000_000 });
  for (let i = 0; i < 4; i += 1)
    chats.push(await harness.meet(`Hola, quiero comprar la casa ${randomUUID()}`));
});
afterAll(() => harness.close());

/** A desk's view of a conversation, and the event numbers that led to it. */
type Picture = {
  seq: number;
  messages: Map<string, conversationsApi.Message>;
  applied: number[];
  readSeq: number;
};

/** A desk that follows the contract: it applies the next event, and fetches missing ones. */
class Desk {
  readonly pictures = new Map<string, Picture>();
  readonly problems: string[] = [];
  readonly #socket: Socket;
  #work: Promise<void> = Promise.resolve();

  constructor() {
    this.#socket = io(harness.url, {
      auth: { token: harness.agent.token },
      transports: ['websocket'],
      forceNew: true,
    });
    this.#socket.on(
      'changed',
      (event: { conversationId: string; seq: number; message: conversationsApi.Message }) => {
        this.#then(() => this.#hear(event));
      },
    );
    this.#socket.on('connect', () => this.#then(() => this.#catchUpAll()));
  }

  get connected(): boolean {
    return this.#socket.connected;
  }
  goOffline(): void {
    this.#socket.disconnect();
  }
  comeBack(): void {
    this.#socket.connect();
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => void this.problems.push(String(error)));
  }

  #picture(id: string): Picture {
    const known = this.pictures.get(id) ?? { seq: 0, messages: new Map(), applied: [], readSeq: 0 };
    this.pictures.set(id, known);
    return known;
  }

  async #hear({
    conversationId,
    seq,
    message,
  }: {
    conversationId: string;
    seq: number;
    message: conversationsApi.Message;
  }) {
    const picture = this.#picture(conversationId);
    if (seq <= picture.seq) return;
    if (seq > picture.seq + 1) return this.#catchUp(conversationId);
    this.#apply(picture, message);
    picture.seq = seq;
  }

  async #catchUpAll(): Promise<void> {
    for (const { id } of await harness.conversations()) await this.#catchUp(id);
  }

  async #catchUp(conversationId: string): Promise<void> {
    const picture = this.#picture(conversationId);
    for (;;) {
      const request = { params: { conversationId }, query: { since: picture.seq, limit: 7 } };
      const { messages, seq, more } = await harness.call(
        conversationsApi.deskEvents,
        request,
        harness.agent.token,
      );
      for (const message of messages) this.#apply(picture, message);
      picture.seq = seq;
      if (!more) return;
    }
  }

  #apply(picture: Picture, message: conversationsApi.Message): void {
    const last = picture.applied.at(-1) ?? 0;
    if (message.changedSeq <= last) this.problems.push(`${message.changedSeq} after ${last}`);
    picture.applied.push(message.changedSeq);
    picture.messages.set(message.id, message);
  }

  /** Returns what this desk shows once no more events arrive, in the form of the server's response. */
  shown(): Record<string, conversationsApi.Message[]> {
    return Object.fromEntries(
      [...this.pictures].map(([id, { messages }]) => [
        id,
        [...messages.values()].sort((a, b) => a.seq - b.seq),
      ]),
    );
  }

  close(): void {
    this.#socket.close();
  }
}

async function truth(): Promise<Record<string, conversationsApi.Message[]>> {
  const list = await harness.conversations();
  return Object.fromEntries(
    await Promise.all(list.map(async ({ id }) => [id, await harness.messagesOf(id)])),
  );
}
async function lastNumbers(): Promise<Map<string, number>> {
  return new Map((await harness.conversations()).map((it) => [it.id, it.lastSeq]));
}
const settled = async () =>
  Object.values(await truth())
    .flat()
    .every(
      (it) =>
        it.translationState !== 'pending' && !['translating', 'queued', 'sending'].includes(it.delivery),
    );
const equalNumbers = async (desk: Desk) => {
  for (const [id, seq] of await lastNumbers()) if (desk.pictures.get(id)?.seq !== seq) return false;
  return true;
};

/** Causes every kind of change to a conversation, in all of them. */
async function busyMinute(rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i += 1) {
    await Promise.all(
      chats.map(async ({ visitor, conversationId }) => {
        const said = await harness.visitorSays(visitor, `Gracias, por favor ${randomUUID()}`);
        await harness.says(conversationId, `Thank you ${randomUUID()}`);
        const body = { seq: said.seq };
        await harness.call(
          conversationsApi.markRead,
          { params: { conversationId }, body },
          harness.agent.token,
        );
        const { messages } = await harness.visitorSees(visitor);
        const seq = messages.filter((it) => it.from === 'business').at(-1)?.seq ?? 0;
        await harness.call(visitorApi.visitorReceipt, { body: { seq, state: 'read' } }, visitor.token);
      }),
    );
  }
}

it('a desk that was offline while much went on catches up once and in order', async ({ annotate }) => {
  const [steady, away] = [new Desk(), new Desk()];
  await until('both desks', () => steady.connected && away.connected);
  await until('the first picture', async () => (await equalNumbers(away)) && (await equalNumbers(steady)));
  away.goOffline();
  const before = await lastNumbers();
  await busyMinute(10);
  const stranger = await harness.meet('Buenos días');
  chats.push(stranger);
  await until('an end', settled);
  expect(await equalNumbers(away), 'it has missed something').toBe(false);
  const started = performance.now();
  away.comeBack();
  await until('it to catch up', () => equalNumbers(away));
  const ms = Math.round(performance.now() - started);
  await until('the other one', () => equalNumbers(steady));
  const expected = await truth();
  expect(away.shown()).toEqual(expected);
  expect(steady.shown()).toEqual(expected);
  expect([...away.problems, ...steady.problems]).toEqual([]);
  const missed = [...(await lastNumbers())].reduce((sum, [id, seq]) => sum + seq - (before.get(id) ?? 0), 0);
  expect(missed).toBeGreaterThan(200);
  await annotate(`${missed} numbers missed, caught up in ${ms} ms`);
  steady.close();
  away.close();
});

it('two desks of one sub-account show the same after both have sent and read concurrently', async () => {
  const desks = [new Desk(), new Desk()];
  await until('both desks', () => desks.every((desk) => desk.connected));
  await until('the first picture', async () => (await Promise.all(desks.map(equalNumbers))).every(Boolean));
  const acts = desks.flatMap((_, which) =>
    chats.map(async ({ conversationId, visitor }) => {
      for (let i = 0; i < 6; i += 1) {
        await harness.says(conversationId, `Hello ${which} ${i} ${randomUUID()}`, {
          mode: i % 2 ? 'original' : 'translate',
        });
        const params = { conversationId };
        await harness.call(conversationsApi.markRead, { params, body: { seq: i * 3 } }, harness.agent.token);
        await harness.visitorSays(visitor, `Hola ${which} ${i} ${randomUUID()}`);
      }
    }),
  );
  await Promise.all(acts);
  await until('an end', settled);
  await until('both to know', async () => (await Promise.all(desks.map(equalNumbers))).every(Boolean));
  const [one, two] = desks.map((desk) => desk.shown());
  expect(one).toEqual(two);
  expect(one).toEqual(await truth());
  expect(desks.flatMap((desk) => desk.problems)).toEqual([]);
  for (const desk of desks) desk.close();
});

it('a read mark that one desk moves is pushed to the other', async () => {
  const { visitor, conversationId } = await harness.meet('Hola');
  await harness.visitorSays(visitor, 'Gracias');
  const heard: unknown[] = [];
  const socket = io(harness.url, {
    auth: { token: harness.agent.token },
    transports: ['websocket'],
    forceNew: true,
  });
  socket.on('conversation', (event) => heard.push(event));
  await until('the socket', () => socket.connected);
  await harness.call(
    conversationsApi.markRead,
    { params: { conversationId }, body: { seq: 1 } },
    harness.agent.token,
  );
  await until('the other desk to hear', () => heard.length === 1);
  expect(heard).toEqual([{ conversationId, readSeq: 1, unread: 1 }]);
  socket.close();
});
