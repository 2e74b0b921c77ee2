/** Simulates people who write continuously while the server stops and restarts, and records what was acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BotHandle, XmppCustomer } from '@parley/connectors/testing';
import * as conversationsApi from '@parley/contract/conversations';
import * as visitorApi from '@parley/contract/visitor';
import { RefusedCall, type TestClient } from '../test-client.ts';

type Written = { id: string; text: string };

export type Load = {
  /** Messages acknowledged with 200, by visitor. */
  visitors: Map<string, Written[]>;
  telegram: string[];
  xmpp: string[];
  /** The texts of the desk's acknowledged requests, by conversation. */
  outbound: Map<string, Written[]>;
  /** Responses that are neither success nor a temporary refusal. */
  odd: string[];
  /** Resolves when every request has been answered. */
  stop(): Promise<void>;
};

/** The number of people who write to the bot. */
export const telegramPeople = 5;

/**
 * The longest rest of each person between two messages, in ms. Something is in progress at any moment, and the processors
 * are left to the server that starts.
 */
const restMs = 250;

type LoadOptions = {
  client: TestClient;
  visitorTokens: readonly string[];
  deskToken: string;
  bot: BotHandle;
  xmpp: { customers: readonly XmppCustomer[]; business: string };
};

const words = ['hola', 'gracias', 'la casa', 'el coche rojo', 'quiero comprar', 'buenos días', 'por favor'];
/** Returns a Spanish text that was never sent before, so that no translation is cached. */
const line = (): string => {
  const pick = () => words[Math.floor(Math.random() * words.length)];
  return `${pick()}, ${pick()} ${randomUUID().replace(/\d/g, 'x')}`;
};

export function startLoad(options: LoadOptions): Load {
  const load: Records = { visitors: new Map(), telegram: [], xmpp: [], outbound: new Map(), odd: [] };
  let running = true;
  const site: Site = {
    ...options,
    load,
    insist: (call) => insist(call, load.odd),
    async whileRunning(work) {
      while (running) {
        await work();
        await pause(Math.random() * restMs);
      }
    },
  };
  const people = [
    ...options.visitorTokens.map((token) => visitor(site, token)),
    telegram(site),
    ...options.xmpp.customers.map((phone) => customer(site, phone)),
    agent(site),
    agent(site),
  ];
  return Object.assign(load, {
    async stop() {
      running = false;
      await Promise.all(people);
    },
  });
}

type Records = Omit<Load, 'stop'>;
type Site = LoadOptions & {
  load: Records;
  insist<T>(call: () => Promise<T>): Promise<T>;
  whileRunning(work: () => Promise<void>): Promise<void>;
};

/** Retries until a definite response, because the outcome of every request must be known. */
async function insist<T>(call: () => Promise<T>, odd: string[]): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof RefusedCall && error.status !== 503) odd.push(error.message);
      if (error instanceof RefusedCall && error.status < 500) throw error;
      await pause(150);
    }
  }
}

function visitor({ client, load, insist, whileRunning }: Site, token: string): Promise<void> {
  return whileRunning(async () => {
    const body = { id: randomUUID(), text: line() };
    await insist(() => client.call(visitorApi.visitorSend, { body }, token));
    load.visitors.set(token, [...(load.visitors.get(token) ?? []), body]);
  });
}

function telegram({ bot, load, whileRunning }: Site): Promise<void> {
  return whileRunning(async () => {
    const text = line();
    const person = 100 + (load.telegram.length % telegramPeople);
    bot.write({ id: person, firstName: `Person ${person}`, language: 'es' }, text);
    load.telegram.push(text);
  });
}

function customer({ xmpp, load, whileRunning }: Site, phone: XmppCustomer): Promise<void> {
  return whileRunning(async () => {
    const text = line();
    await phone.send(xmpp.business, text);
    load.xmpp.push(text);
  });
}

function agent({ client, deskToken, load, insist, whileRunning }: Site): Promise<void> {
  return whileRunning(async () => {
    const query = { pageSize: 200 };
    const { list } = await insist(() =>
      client.call(conversationsApi.deskConversations, { query }, deskToken),
    );
    const chat = list[Math.floor(Math.random() * list.length)];
    if (!chat) return;
    const body = { id: randomUUID(), text: `Thank you ${line()}`, mode: 'translate' } as const;
    const params = { conversationId: chat.id };
    await insist(() => client.call(conversationsApi.sendMessage, { params, body }, deskToken));
    load.outbound.set(chat.id, [...(load.outbound.get(chat.id) ?? []), body]);
  });
}
