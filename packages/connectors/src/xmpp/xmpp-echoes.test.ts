/** Tests messages that the business sends from another program; `xmpp.test.ts` tests the common contract. */
import { until } from '@parley/testing';
import { xml } from '@xmpp/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../conformance/harness.ts';
import type { Connection } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { xmpp } from './connector.ts';
import { type XmppCustomer, xmppCustomer } from './fixtures/customer.ts';
import { type Prosody, startProsody } from './fixtures/prosody.ts';
import type { XmppCredentials } from './manifest.ts';
import { ns } from './namespaces.ts';

let server: Prosody;
let users = 0;
let shop: XmppCredentials;
let maria: XmppCredentials;
let customer: XmppCustomer;
let open: Connection[] = [];

beforeAll(async () => {
  server = await startProsody();
});
afterAll(() => server.close());

beforeEach(async () => {
  users += 1;
  const shared = { password: 'pw', service: server.service, certificate: server.certificate };
  shop = { jid: await server.addUser(`shop${users}`, 'pw'), ...shared };
  maria = { jid: await server.addUser(`maria${users}`, 'pw'), ...shared };
  customer = await xmppCustomer(maria);
});
afterEach(async () => {
  await Promise.all(open.map((connection) => connection.close()));
  open = [];
  await customer.close();
});

async function online(host: TestHost, credentials = shop): Promise<Connection> {
  const connection = await xmpp.open(credentials, host);
  open.push(connection);
  await until('online', () => host.states.at(-1)?.state === 'online');
  return connection;
}

describe('xmpp: messages from another program', () => {
  /** Forwards a message with an archive id, as in a copy that is accepted without querying the archive. */
  const forwarding = (from: string, to: string, text: string) => {
    const archived = xml('stanza-id', { xmlns: ns.stanzaId, by: shop.jid, id: crypto.randomUUID() });
    const message = { from, to, type: 'chat', id: crypto.randomUUID() };
    return xml('forwarded', { xmlns: ns.forward }, xml('message', message, xml('body', {}, text), archived));
  };

  it('accepts copies only from the account’s own server', async () => {
    const host = createTestHost();
    await online(host);
    const { jid: us } = shop;
    const forged = forwarding(`${us}/phone`, maria.jid, 'you get a refund');
    for (const direction of ['sent', 'received']) {
      const copy = xml(direction, { xmlns: ns.carbons }, forged);
      await customer.stanza(xml('message', { to: us }, copy));
      await customer.stanza(
        xml('message', { to: `${us}/parley`, type: 'chat' }, xml('body', {}, direction), copy),
      );
    }
    await until('the bodies', () => host.messages.length === 2);
    await customer.send(us, 'the end');
    await until('the end', () => host.messages.length === 3);
    expect(host.messages.map((one) => [textsOf([one])[0], one.author, one.from.id])).toEqual([
      ['sent', undefined, maria.jid],
      ['received', undefined, maria.jid],
      ['the end', undefined, maria.jid],
    ]);
  });

  it('reads them from the archive if there are no carbons, at the latest before the next message', async () => {
    const bare = await startProsody({ modulesDisabled: ['carbons'] });
    try {
      const shared = { password: 'pw', service: bare.service, certificate: bare.certificate };
      const account = { jid: await bare.addUser('shop', 'pw'), ...shared };
      const ana = await xmppCustomer({ jid: await bare.addUser('ana', 'pw'), ...shared });
      const phone = await xmppCustomer(account);
      const host = createTestHost();
      const connection = await online(host, account);
      await phone.send(ana.jid, 'Hola');
      await ana.send(account.jid, 'Buenas');
      await until('both', () => host.messages.length === 2);
      expect(host.messages.map((one) => [textsOf([one])[0], one.author ?? 'customer'])).toEqual([
        ['Hola', 'business'],
        ['Buenas', 'customer'],
      ]);
      await Promise.all([connection.close(), phone.close(), ana.close()]);
      open = [];
    } finally {
      await bare.close();
    }
  });

  it('ignores stanzas that are no messages to a customer', async () => {
    const host = createTestHost();
    await online(host);
    const phone = await xmppCustomer(shop);
    await phone.send(shop.jid, 'a note to myself');
    const chat = { to: maria.jid, type: 'chat', id: crypto.randomUUID() };
    const member = xml('x', { xmlns: ns.roomUser });
    await phone.stanza(xml('message', chat, xml('body', {}, 'to a room’s member'), member));
    const reactions = xml('reactions', { xmlns: ns.reactions, id: 'x' }, xml('reaction', {}, '👍'));
    await phone.stanza(xml('message', chat, reactions, xml('body', {}, '👍')));
    await phone.stanza(xml('message', chat, xml('displayed', { xmlns: ns.markers, id: 'x' })));
    await phone.send(maria.jid, 'the end');
    await until('the end', () => host.messages.length > 0);
    await phone.close();
    expect(textsOf(host.messages)).toEqual(['the end']);
    expect([host.receipts, host.changes]).toEqual([[], []]);
  });
});
