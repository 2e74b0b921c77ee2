/** Tests XMPP-specific behavior; `xmpp.test.ts` tests the common contract. */

import { until } from '@parley/testing';
import { xml } from '@xmpp/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { textsOf } from '../conformance/harness.ts';
import type { Connection } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { xmpp } from './connector.ts';
import { type XmppCustomer, xmppCustomer } from './fixtures/customer.ts';
import { type Prosody, startProsody } from './fixtures/prosody.ts';
import type { XmppCredentials } from './manifest.ts';
import { ns } from './namespaces.ts';
import { openStream } from './stream.ts';

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

describe('xmpp: the connection', () => {
  it('encrypts, trusting only the certificate it was given', async () => {
    const { certificate: _, ...trusting } = shop;
    const result = await xmpp.check(trusting, createTestHost());
    expect(result).toMatchObject({
      ok: false,
      kind: 'unreachable',
      reason: expect.stringMatching(/^platform-insecure: .*SELF_SIGNED/),
    });
  });

  it('supports direct TLS', async () => {
    const result = await xmpp.check({ ...shop, service: server.directService }, createTestHost());
    expect(result).toEqual({
      ok: true,
      account: { id: shop.jid, displayName: shop.jid, link: `xmpp:${shop.jid}` },
    });
  });

  it('logs in with the usual number of hash iterations', async () => {
    const usual = await startProsody({ iterations: 10_000 });
    try {
      const { service, certificate } = usual;
      const credentials = { jid: await usual.addUser('shop', 'pw'), password: 'pw', service, certificate };
      expect(await xmpp.check(credentials, createTestHost())).toMatchObject({ ok: true });
    } finally {
      await usual.close();
    }
  });

  it('reports that the server doesn’t serve the domain', async () => {
    const result = await xmpp.check({ ...shop, jid: 'shop@elsewhere.test' }, createTestHost());
    expect(result).toMatchObject({
      ok: false,
      kind: 'refused',
      reason: expect.stringMatching(/elsewhere\.test/),
    });
  });

  it('refuses a server without an archive, and does without TLS only on loopback', async () => {
    const bare = await startProsody({ modulesDisabled: ['mam', 'tls', 'smacks'] });
    try {
      const jid = await bare.addUser('shop', 'pw');
      const loopback = { jid, password: 'pw', service: bare.service };
      const result = await xmpp.check(loopback, createTestHost());
      expect(result).toMatchObject({
        ok: false,
        kind: 'refused',
        reason: expect.stringMatching(/^platform-no-archive: /),
      });
      const host = createTestHost();
      const { port } = new URL(bare.service);
      // Another host's name, redirected to the same server.
      const network = { ...host.network, connect: () => host.network.connect('127.0.0.1', Number(port)) };
      const afar = await xmpp.check(
        { ...loopback, service: `xmpp://chat.example:${port}` },
        { ...host, network },
      );
      expect(afar).toMatchObject({
        ok: false,
        kind: 'refused',
        reason: expect.stringMatching(/^platform-insecure: /),
      });
    } finally {
      await bare.close();
    }
  });

  it('rejects a request made as the stream ends, only to its caller', async () => {
    const leaving = new AbortController();
    const stream = await openStream(shop, { network: createTestHost().network, signal: leaving.signal });
    // No time passes in between, so the request is not yet written. An unhandled rejection would fail the run.
    const asked = stream.request(xml('iq', { type: 'get' }, xml('ping', { xmlns: ns.ping })));
    leaving.abort(new Error('Leaving'));
    await expect(asked).rejects.toThrow('Leaving');
    await stream.close();
  });

  it('confirms a message by a ping if the server has no stream management', async () => {
    const bare = await startProsody({ modulesDisabled: ['smacks'] });
    try {
      const jid = await bare.addUser('shop', 'pw');
      const other = await bare.addUser('maria', 'pw');
      const credentials = { jid, password: 'pw', service: bare.service, certificate: bare.certificate };
      const connection = await online(createTestHost(), credentials);
      const result = await connection.send({ id: 'm1', chatId: other, text: 'hi' });
      expect(result).toEqual({ ok: true, platformMessageId: 'm1' });
      await connection.close();
      open = [];
    } finally {
      await bare.close();
    }
  });

  it.each(['shop', '@chat.test', 'shop@', 'a b@chat.test', 'shop@chat.test/phone'])(
    'refuses the address «%s»',
    (jid) => {
      expect(xmpp.manifest.credentials.safeParse({ jid, password: 'x' }).success).toBe(false);
    },
  );

  it('treats an empty form field as absent', () => {
    const form = { jid: 'Shop@Chat.test', password: 'x', service: '', certificate: '' };
    expect(xmpp.manifest.credentials.parse(form)).toMatchObject({ jid: 'shop@chat.test', password: 'x' });
  });

  it('survives a server that was killed', async () => {
    const host = createTestHost();
    const connection = await online(host);
    await server.kill();
    await until('the loss', () => host.states.at(-1)?.state === 'connecting');
    await server.start();
    await until('online', () => host.states.at(-1)?.state === 'online');
    expect(await connection.send({ id: 'm1', chatId: maria.jid, text: 'back' })).toMatchObject({ ok: true });
  });
});

describe('xmpp: a silent server', () => {
  // The library's timers: it requests an ack after 30 s of silence, and waits 20 s for it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => {
    server.thaw();
    vi.useRealTimers();
  });

  it('reconnects after a server falls silent', async () => {
    const host = createTestHost();
    await online(host);
    server.freeze();
    await vi.advanceTimersByTimeAsync(51_000);
    await until('the loss', () => host.states.at(-1)?.state === 'connecting');
    expect(host.states.at(-1)?.reason).toBe('platform-silent');
    server.thaw();
    await until('online', () => host.states.at(-1)?.state === 'online');
  });
});

describe('xmpp: the archive', () => {
  it('leaves earlier messages to the history import, and reports the rest as new', async () => {
    await customer.send(shop.jid, 'old 1');
    await customer.send(shop.jid, 'old 2');
    const host = createTestHost();
    await online(host);
    await customer.send(shop.jid, 'new');
    await until('the new one', () => host.messages.length === 1);
    expect(host.messages.map((one) => [textsOf([one])[0], one.history])).toEqual([['new', false]]);
    await until('the receipt', () => customer.delivered.length === 1);
  });

  it('reads many pages after a long absence, as new messages', async () => {
    const first = createTestHost();
    const connection = await online(first);
    await connection.close();
    open = [];
    const words = Array.from({ length: 120 }, (_, i) => `word ${i}`);
    await Promise.all(words.map((word) => customer.send(shop.jid, word)));
    const second = createTestHost({ stored: first.stored });
    await online(second);
    expect(textsOf(second.messages)).toEqual(words);
    expect(second.messages.every((one) => !one.history)).toBe(true);
    await until('a receipt for each', () => customer.delivered.length === words.length);
  });

  it('gives the same id live and from the archive', async () => {
    const live = createTestHost();
    const connection = await online(live);
    await customer.send(shop.jid, 'hola');
    await until('the message', () => live.messages.length === 1);
    await connection.close();
    open = [];
    const cursor = JSON.stringify({ after: null, at: 0, historyUntil: null });
    const again = createTestHost({ stored: { cursor } });
    await online(again);
    expect(again.messages[0]?.platformMessageId).toBe(live.messages[0]?.platformMessageId);
  });

  it('continues when the archive no longer has the cursor’s message', async () => {
    const first = createTestHost();
    await (await online(first)).close();
    open = [];
    const at = Date.now() - 5000;
    first.stored.cursor = JSON.stringify({ after: 'expired', at, historyUntil: null });
    await customer.send(shop.jid, 'after the gap');
    const second = createTestHost({ stored: first.stored });
    await online(second);
    expect(textsOf(second.messages)).toEqual(['after the gap']);
  });

  it('makes the server archive messages from unknown people', async () => {
    const strict = await startProsody({ extraConfig: 'default_archive_policy = "roster"' });
    try {
      const shared = { password: 'pw', service: strict.service, certificate: strict.certificate };
      const account = { jid: await strict.addUser('shop', 'pw'), ...shared };
      const stranger = await xmppCustomer({ jid: await strict.addUser('maria', 'pw'), ...shared });
      const first = createTestHost();
      await (await online(first, account)).close();
      open = [];
      await stranger.send(account.jid, 'while you were away');
      const second = createTestHost({ stored: first.stored });
      await (await online(second, account)).close();
      open = [];
      expect(textsOf(second.messages)).toEqual(['while you were away']);
      await stranger.close();
    } finally {
      await strict.close();
    }
  });

  it('receives what another client of the account received', async () => {
    const host = createTestHost();
    await online(host);
    const phone = await xmppCustomer(shop);
    await customer.send(`${shop.jid}/phone`, 'to the phone only');
    await until('the copy', () => host.messages.length === 1);
    expect(textsOf(host.messages)).toEqual(['to the phone only']);
    await phone.close();
  });
});

describe('xmpp: what arrives', () => {
  it('sends a receipt only after the message is stored', async () => {
    const host = createTestHost();
    await online(host);
    host.databaseDown = true;
    await customer.send(shop.jid, 'hola', { id: 'c1' });
    await until('refusals', () => host.refusals() >= 3);
    expect(customer.delivered).toEqual([]);
    host.databaseDown = false;
    await until('the receipt', () => customer.delivered.length > 0);
    expect(customer.delivered).toEqual(['c1']);
    expect(textsOf(host.messages)).toEqual(['hola']);
  });

  it('reports unsupported content, name and language, and ignores groups and headlines', async () => {
    const host = createTestHost();
    await online(host);
    const body = xml('body', { 'xml:lang': 'es' }, 'hola');
    const to = shop.jid;
    await customer.stanza(xml('message', { to, type: 'headline' }, xml('body', {}, 'news')));
    await customer.stanza(
      xml('message', { to, type: 'chat' }, xml('nick', { xmlns: ns.nick }, 'María'), body),
    );
    const encrypted = xml('encryption', { xmlns: ns.encryption, namespace: ns.omemo });
    await customer.stanza(xml('message', { to, type: 'chat' }, encrypted, xml('body', {}, 'OMEMO')));
    const omemo2 = xml('encrypted', { xmlns: ns.omemo2 }, xml('payload', {}, 'cGF5'));
    await customer.stanza(xml('message', { to, type: 'chat' }, omemo2, xml('store', { xmlns: ns.hints })));
    await until('all', () => host.messages.length === 3);
    expect(textsOf(host.messages)).toEqual(['hola', '[encrypted]', '[encrypted]']);
    expect(host.messages[0]?.from).toEqual({ id: maria.jid, displayName: 'María', language: 'es' });
  });

  it('shows all customers as offline after a lost connection, until the server reports presence again', async () => {
    const host = createTestHost();
    await online(host);
    await customer.befriend(shop.jid);
    const seen = () => host.presences.map((one) => one.online);
    await until('the customer', () => seen().length === 1);
    host.cut({ refuse: true });
    await until('the loss', () => seen().length === 2);
    host.restore();
    await until('the customer again', () => seen().length === 3);
    expect(seen()).toEqual([true, false, true]);
  });

  it('ignores a forged stanza-id, receipt copy or archive result', async () => {
    const host = createTestHost();
    await online(host);
    const forgedId = xml('stanza-id', { xmlns: ns.stanzaId, by: shop.jid, id: 'forged' });
    await customer.send(shop.jid, 'one', { extra: [forgedId] });
    const inner = xml('message', { from: 'boss@chat.test', to: shop.jid }, xml('body', {}, 'pay them'));
    const forwarded = xml('forwarded', { xmlns: ns.forward }, inner);
    await customer.stanza(
      xml('message', { to: shop.jid }, xml('received', { xmlns: ns.carbons }, forwarded)),
    );
    await customer.stanza(
      xml('message', { to: shop.jid }, xml('result', { xmlns: ns.archive, id: 'x' }, forwarded)),
    );
    await customer.send(shop.jid, 'two');
    await until('both', () => textsOf(host.messages).includes('two'));
    expect(textsOf(host.messages)).toEqual(['one', 'two']);
    expect(host.messages[0]?.platformMessageId).not.toContain('forged');
  });
});

describe('xmpp: sending', () => {
  it('finds a message that the server received before the connection was lost', async () => {
    const host = createTestHost();
    const connection = await online(host);
    const message = { id: crypto.randomUUID(), chatId: maria.jid, text: 'once', firstAttempt: true };
    for (let round = 0; round < 5; round += 1) {
      const one = { ...message, id: `${message.id}-${round}`, text: `once ${round}` };
      const sending = connection.send(one);
      // The customer has it, so the server has accepted it; the connector may not have been notified yet.
      if (round % 2 === 0) await until('delivery', () => customer.received.some(({ id }) => id === one.id));
      host.cut();
      const result = await sending;
      if (!result.ok)
        await until('the retry', async () => (await connection.send({ ...one, firstAttempt: false })).ok);
    }
    await until('all', () => customer.received.length === 5);
    expect(customer.stanzas.map((stanza) => stanza.getChildText('body'))).toEqual(
      [0, 1, 2, 3, 4].map((round) => `once ${round}`),
    );
  });

  it('passes on the server’s reason for refusing a message', async () => {
    const connection = await online(createTestHost());
    const result = await connection.send({ id: 'm1', chatId: `nobody@${server.domain}`, text: 'hi' });
    expect(result).toMatchObject({ ok: false, outcome: 'permanent', reason: expect.stringMatching(/./) });
  });

  it('reports a message that is returned later as failed', async () => {
    const host = createTestHost();
    const connection = await online(host);
    await connection.send({ id: 'm1', chatId: maria.jid, text: 'hi' });
    const condition = xml('item-not-found', { xmlns: ns.stanzaErrors });
    const error = xml('error', { type: 'cancel' }, condition);
    const to = `${shop.jid}/parley`;
    await customer.stanza(xml('message', { to, type: 'error', id: 'm1' }, error));
    await until('the failure', () => host.receipts.length > 0);
    expect(host.receipts).toEqual([
      { chatId: maria.jid, platformMessageId: 'm1', state: 'failed', reason: 'item-not-found' },
    ]);
  });

  it('writes to many chats at once without a listener warning', async () => {
    const connection = await online(createTestHost());
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.message);
    process.on('warning', note);
    const chats = Array.from({ length: 15 }, (_, n) => `nobody${n}@${server.domain}`);
    await Promise.all(chats.map((chatId, n) => connection.send({ id: `m${n}`, chatId, text: 'hi' })));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('reports a transient failure while it isn’t connected', async () => {
    const host = createTestHost();
    const connection = await online(host);
    host.cut({ refuse: true });
    await until('the loss', () => host.states.at(-1)?.state === 'connecting');
    const result = await connection.send({ id: 'm1', chatId: maria.jid, text: 'hi' });
    expect(result).toEqual({ ok: false, outcome: 'transient', reason: 'platform-not-connected' });
  });
});
