import { until } from '@parley/testing';
import { afterAll, beforeAll } from 'vitest';
import { describeConnector, type Harness } from '../conformance.ts';
import { xmlText } from '../kit/text.ts';
import { createTestHost } from '../testing/host.ts';
import { xmpp } from './connector.ts';
import { type XmppCustomer, xmppCustomer } from './fixtures/customer.ts';
import { type Prosody, startProsody } from './fixtures/prosody.ts';
import type { XmppCredentials } from './manifest.ts';

let server: Prosody;
let users = 0;
beforeAll(async () => {
  server = await startProsody();
});
afterAll(() => server.close());

/** One server for all tests; two new accounts for each. */
async function makeHarness(): Promise<Harness<XmppCredentials>> {
  users += 1;
  const shared = { service: server.service, certificate: server.certificate };
  const shop = { jid: await server.addUser(`shop${users}`, 'of horrors'), password: 'of horrors', ...shared };
  const maria = { jid: await server.addUser(`maria${users}`, 'rosa'), password: 'rosa', ...shared };
  /** Every stay of the customer's program; what it showed stays on its screen. */
  const stays: XmppCustomer[] = [await xmppCustomer(maria)];
  const now = () => stays.at(-1);
  const demand = (): XmppCustomer => {
    const customer = now();
    if (!customer) throw new Error('The customer is away');
    return customer;
  };
  // A new connection may receive messages again that an earlier one has shown; a repetition within one is a defect.
  const all = () => stays.flatMap((stay, n) => stay.received.filter(({ id }) => !shownBefore(n, id)));
  const shownBefore = (n: number, id: string) =>
    stays.slice(0, n).some((stay) => stay.received.some((one) => one.id === id));
  return {
    connector: xmpp,
    credentials: shop,
    wrong: { credentials: { ...shop, password: 'wrong' }, reason: /response provided by the client/ },
    unreachable: { ...shop, service: 'xmpp://127.0.0.1:1' },
    newHost: (stored) => createTestHost(stored ? { stored } : {}),
    customer: {
      chatId: maria.jid,
      write: (text) => demand().send(shop.jid, xmlText(text)),
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
      async stop() {
        await server.stop();
      },
      async start() {
        await server.start();
        stays.push(await xmppCustomer(maria));
      },
    },
    async close() {
      await Promise.all(stays.map((stay) => stay.close()));
      await server.start();
    },
  };
}

describeConnector('xmpp', makeHarness);
