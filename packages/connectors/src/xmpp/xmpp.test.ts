import { until } from '@parley/testing';
import { xml } from '@xmpp/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HarnessGroup, textsOf } from '../conformance/harness.ts';
import { describeConnector, type Harness } from '../conformance.ts';
import { xmlText } from '../kit/text.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { xmpp } from './connector.ts';
import { type XmppCustomer, xmppCustomer } from './fixtures/customer.ts';
import { type Prosody, startProsody } from './fixtures/prosody.ts';
import { enterRoom, type RoomMember } from './fixtures/room-member.ts';
import type { XmppCredentials } from './manifest.ts';
import { ns } from './namespaces.ts';

let server: Prosody;
let users = 0;
beforeAll(async () => {
  server = await startProsody();
});
afterAll(() => server.close());

/** Starts one server for all tests, and creates two accounts for each. */
async function makeHarness(): Promise<Harness<XmppCredentials>> {
  users += 1;
  const shared = { service: server.service, certificate: server.certificate };
  const shop = { jid: await server.addUser(`shop${users}`, 'of horrors'), password: 'of horrors', ...shared };
  const maria = { jid: await server.addUser(`maria${users}`, 'rosa'), password: 'rosa', ...shared };
  /** The customer's successive sessions; each keeps the messages it has shown. */
  const stays: XmppCustomer[] = [await xmppCustomer(maria)];
  const demand = () => lastOf(stays);
  /** The customer's last message. */
  let last = { id: '', text: '' };
  // A new session may receive messages that an earlier one has shown; repetition within one is a defect.
  const all = () => stays.flatMap((stay, n) => stay.received.filter(({ id }) => !shownBefore(n, id)));
  const shownBefore = (n: number, id: string) =>
    stays.slice(0, n).some((stay) => stay.received.some((one) => one.id === id));
  const otherProgram = programOf(shop, maria.jid);
  return {
    otherProgram,
    connector: xmpp,
    credentials: shop,
    wrong: { credentials: { ...shop, password: 'wrong' }, reason: /response provided by the client/ },
    unreachable: { ...shop, service: 'xmpp://127.0.0.1:1' },
    newHost: (stored) => createTestHost({ ...(stored ? { stored } : {}), joinsGroups: true }),
    group: groupOf(shop.jid, () => lastOf(stays)),
    customer: {
      chatId: maria.jid,
      async write(text) {
        last = { id: crypto.randomUUID(), text: xmlText(text) };
        await demand().send(shop.jid, last.text, { id: last.id });
      },
      ...changing(demand, shop.jid, () => last),
      received: () => all().map((one) => one.text),
      async confirm(state) {
        const last = await until('a message', () => demand().received.at(-1));
        await (state === 'delivered' ? demand().confirm(last) : demand().markDisplayed(last));
      },
      typing: (on) => demand().typing(shop.jid, on),
      sawTyping: () => demand().chatStates.includes('composing'),
      sawRead: () => demand().displayed.length > 0,
      async setOnline(on) {
        if (!on) return demand().close();
        await demand().befriend(shop.jid);
      },
    },
    shown: xmlText,
    heard: xmlText,
    platform: {
      stop: () => server.stop(),
      async start() {
        await server.start();
        stays.push(await xmppCustomer(maria));
      },
    },
    async close() {
      await Promise.all([otherProgram.close(), ...stays.map((stay) => stay.close())]);
      await server.start();
    },
  };
}

function lastOf(stays: readonly XmppCustomer[]): XmppCustomer {
  const customer = stays.at(-1);
  if (!customer) throw new Error('The customer is away');
  return customer;
}

/** Returns a room that the customer creates, and to which the account is invited. */
function groupOf(account: string, customer: () => XmppCustomer): HarnessGroup {
  const nick = account.slice(0, account.indexOf('@'));
  const chatId = `room-${nick}@rooms.${server.domain}`;
  let member: RoomMember | null = null;
  return {
    chatId,
    memberName: 'María',
    async enter(host) {
      member = await enterRoom(customer(), chatId, 'María');
      await member.invite(account);
      await until('the room', () => host.groups.some(({ own }) => own?.exit === null));
    },
    write: async (text) => void (await member?.say(text)),
    async mention() {
      await member?.say(`so ${nick}: hello`);
      return nick;
    },
    isIn: () => member?.present.has(nick) ?? false,
    received: () => (member?.heard ?? []).flatMap(({ from, text }) => (from === nick ? [text] : [])),
  };
}

/** Returns a program with these credentials, which logs in when it first writes, and sends typing before that. */
function programOf(credentials: XmppCredentials, to: string) {
  let program: XmppCustomer | null = null;
  return {
    async write(text: string) {
      program ??= await xmppCustomer(credentials);
      await program.typing(to, true);
      await program.send(to, text);
    },
    close: async () => program?.close(),
  };
}

/** Returns the customer's functions for media, edits, deletions, reactions and replies. */
function changing(
  demand: () => XmppCustomer,
  to: string,
  last: () => { id: string; text: string },
): Partial<Harness<XmppCredentials>['customer']> {
  return {
    sendImage: (bytes, caption) => demand().share(to, 'dress.png', bytes, caption),
    receivedMedia: () => demand().files(),
    edit: (text) =>
      demand().send(to, text, { extra: [xml('replace', { xmlns: ns.correction, id: last().id })] }),
    takeBack: () =>
      demand().send(to, 'gone', { extra: [xml('retract', { xmlns: ns.retraction, id: last().id })] }),
    async react(emoji) {
      const id = demand().received.at(-1)?.id ?? '';
      const reactions = emoji.map((one) => xml('reaction', {}, one));
      const stored = xml('store', { xmlns: ns.hints });
      const stanza = { to: to, type: 'chat', id: crypto.randomUUID() };
      await demand().stanza(
        xml('message', stanza, xml('reactions', { xmlns: ns.reactions, id }, ...reactions), stored),
      );
    },
    reactions: () => demand().reactions.get(last().id) ?? [],
    answer: (text) =>
      demand().send(to, `> Yes\n${text}`, {
        extra: [
          xml('reply', { xmlns: ns.reply, to: to, id: demand().received.at(-1)?.id ?? '' }),
          xml('fallback', { xmlns: ns.fallback, for: ns.reply }, xml('body', { start: '0', end: '6' })),
        ],
      }),
    answered: () => (demand().received.at(-1)?.answers === last().id ? last().text : null),
  };
}

describeConnector('xmpp', makeHarness);

describe('xmpp: changes', () => {
  it('reads them from the archive, and a correction of an unknown message as a message', async () => {
    const { credentials: shop, customer, close } = await makeHarness();
    const online = async (host: TestHost) => {
      const connection = await xmpp.open(shop, host);
      await until('online', () => host.states.at(-1)?.state === 'online');
      return connection;
    };
    const first = createTestHost();
    const before = await online(first);
    await customer.write('red');
    await until('the message', () => first.messages.length === 1);
    await before.close();
    await customer.edit?.('blue');
    await customer.takeBack?.();
    const host = createTestHost({ stored: first.stored });
    // A process without its messages has nothing to correct.
    const connection = await online(host);
    await until('the correction', () => host.messages.length === 1);
    expect(textsOf(host.messages)).toEqual(['blue']);
    await connection.close();
    const again = createTestHost({
      stored: { cursor: JSON.stringify({ after: null, at: 0, historyUntil: null }) },
    });
    const last = await online(again);
    const target = first.messages[0]?.referenceId;
    await until('both', () => again.changes.length === 2);
    expect(again.changes).toMatchObject([
      { kind: 'edited', target, text: 'blue', chatId: customer.chatId },
      { kind: 'deleted', target },
    ]);
    await last.close();
    await close();
  });
});
