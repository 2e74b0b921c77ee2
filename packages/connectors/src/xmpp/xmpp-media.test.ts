/** Tests XMPP-specific media on a real server; `xmpp.test.ts` tests the common contract. */
import { until } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection, OutboundMedia } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { xmpp } from './connector.ts';
import { type XmppCustomer, xmppCustomer } from './fixtures/customer.ts';
import { type Prosody, startProsody, uploadLimit } from './fixtures/prosody.ts';
import type { XmppCredentials } from './manifest.ts';
import { captionId } from './message-id.ts';

let server: Prosody;
let customer: XmppCustomer;
let shop: XmppCredentials;
beforeAll(async () => {
  server = await startProsody();
  const shared = { password: 'pw', service: server.service, certificate: server.certificate };
  shop = { jid: await server.addUser('shop', 'pw'), ...shared };
  customer = await xmppCustomer({ jid: await server.addUser('maria', 'pw'), ...shared });
});
afterAll(async () => {
  await customer.close();
  await server.close();
});

async function online(host: TestHost): Promise<Connection> {
  const connection = await xmpp.open(shop, host);
  await until('online', () => host.states.at(-1)?.state === 'online');
  return connection;
}

/** Returns a medium that counts how often its bytes are read. */
function dress(bytes: string) {
  let opened = 0;
  const media: OutboundMedia = {
    kind: 'image',
    name: 'dress.png',
    contentType: 'image/png',
    size: bytes.length,
    async blob() {
      opened += 1;
      return new Blob([bytes]);
    },
  };
  return { media, opened: () => opened };
}

const message = (text: string, media: OutboundMedia) => ({
  id: crypto.randomUUID(),
  chatId: customer.jid,
  text,
  media,
});

it('sends a missing caption without repeating the picture', async () => {
  const { media, opened } = dress('a picture');
  const one = message('', media);
  const before = await online(createTestHost());
  expect(await before.send({ ...one, firstAttempt: true })).toMatchObject({ ok: true });
  await before.close();
  // Simulates a process that died between the two stanzas.
  const connection = await online(createTestHost());
  for (let time = 0; time < 2; time += 1)
    expect(await connection.send({ ...one, text: 'En azul' })).toEqual({
      ok: true,
      platformMessageId: one.id,
    });
  expect(await connection.send(message('', media))).toMatchObject({ ok: true });
  await until('both', () => customer.files().length === 2);
  expect(customer.received.map(({ id }) => id).slice(0, 2)).toEqual([one.id, captionId(one.id)]);
  expect(customer.received).toHaveLength(3);
  expect(customer.files().map(({ caption }) => caption)).toEqual(['En azul', '']);
  expect(opened()).toBe(2);
  await connection.close();
});

it('edits and deletes a caption with its picture, and maps receipts of both to the message', async () => {
  const host = createTestHost();
  const connection = await online(host);
  const one = message('rojo', dress('a picture').media);
  await connection.send(one);
  const { chatId, id: target } = one;
  await connection.change?.({ kind: 'edit', chatId, target, text: 'azul', caption: true });
  const caption = await until('the caption', () =>
    customer.received.find(({ id, text }) => id === captionId(one.id) && text === 'azul'),
  );
  await customer.markDisplayed(caption);
  await until('the receipt', () => host.receipts.length === 1);
  expect(host.receipts).toEqual([{ chatId, platformMessageId: one.id, state: 'read', upTo: true }]);
  await connection.change?.({ kind: 'delete', chatId, target, captioned: true });
  await until('nothing left', () => !customer.received.some(({ id }) => id.startsWith(one.id)));
  await connection.close();
});

it('reports the server’s size limit', async () => {
  const connection = await online(createTestHost());
  const { media } = dress('x'.repeat(uploadLimit + 1));
  expect(await connection.send(message('', media))).toEqual({
    ok: false,
    outcome: 'permanent',
    reason: 'media-too-large: 1 MB',
  });
  await connection.close();
});
