import { type Element, xml } from '@xmpp/client';
import { describe, expect, it } from 'vitest';
import type { ConnectorNetwork } from '../spec.ts';
import { createTestHost } from '../testing/host.ts';
import { fileAddressRule } from './file-address.ts';
import { interpretStanza } from './inbound.ts';
import { fetchMedia } from './media.ts';
import { ns } from './namespaces.ts';

const credentials = { jid: 'shop@chat.test', password: 'pw' };
const address = 'https://upload.example.org/3c1f5e0a9d8b7c6d/mi%20vestido.png';
const outOfBand = (url: string, desc?: string) =>
  xml('x', { xmlns: ns.outOfBand }, xml('url', {}, url), desc === undefined ? null : xml('desc', {}, desc));

function read(body: string | null, ...elements: Element[]) {
  const stanza = xml(
    'message',
    { from: 'maria@example.org/phone', id: 'm1', type: 'chat' },
    body === null ? null : xml('body', {}, body),
    xml('request', { xmlns: ns.receipts }),
    ...elements,
  );
  const addressOf = fileAddressRule(credentials);
  return interpretStanza(stanza, {
    account: credentials.jid,
    archiveId: 'a1',
    at: 1,
    history: false,
    addressOf,
    isRoom: () => false,
  });
}

const picture = { kind: 'image', text: '', media: { key: address, name: 'mi vestido.png' } };

const source = xml('url-data', { xmlns: ns.urlData, target: address });
const metadata = (xmlns: string) =>
  xml(
    'file',
    { xmlns },
    xml('name', {}, 'dress'),
    xml('media-type', {}, 'image/PNG'),
    xml('size', {}, '1234'),
  );
const described = {
  kind: 'image',
  media: { key: address, name: 'dress', contentType: 'image/png', size: 1234 },
};
const standsIn = (feature: string, start: number, end: number) =>
  xml(
    'fallback',
    { xmlns: ns.fallback, for: feature },
    xml('body', { start: String(start), end: String(end) }),
  );

describe('a shared file', () => {
  it.each<[string, ReturnType<typeof read>, object]>([
    ['as Conversations and Gajim share it', read(address, outOfBand(address)), picture],
    ['without a body', read(null, outOfBand(address)), picture],
    ['with a description', read(address, outOfBand(address, '¿Éste?')), { ...picture, text: '¿Éste?' }],
    ['beside a text', read('¿Éste?', outOfBand(address)), { ...picture, text: '¿Éste?' }],
    [
      'below a caption',
      read(`👗?\n${address}`, outOfBand(address), standsIn(ns.outOfBand, 2, 3 + address.length)),
      { ...picture, text: '👗?' },
    ],
    ['by its address alone, on the sender’s own service', read(address), picture],
    [
      'with its description (XEP-0447)',
      read(
        address,
        outOfBand(address),
        xml('file-sharing', { xmlns: ns.fileSharing }, metadata(ns.fileMetadata), xml('sources', {}, source)),
      ),
      described,
    ],
    [
      'with its description (XEP-0385)',
      read(
        address,
        xml(
          'reference',
          { xmlns: ns.reference, type: 'data' },
          xml(
            'media-sharing',
            { xmlns: ns.sharing },
            metadata(ns.jingleFile),
            xml('sources', {}, xml('reference', { xmlns: ns.reference, type: 'data', uri: address })),
          ),
        ),
      ),
      described,
    ],
    [
      'of an unknown kind',
      read('https://a.example/x', outOfBand('https://a.example/x')),
      { kind: 'file', media: { name: 'x', contentType: null } },
    ],
    [
      'with a name that is no text',
      read('https://a.example/%E0%A4%', outOfBand('https://a.example/%E0%A4%')),
      { kind: 'file', media: { name: '%E0%A4%' } },
    ],
  ])('arrives %s', (_, inbound, message) => {
    expect(inbound?.message).toMatchObject(message);
    expect(inbound?.confirm).toEqual({ to: 'maria@example.org', id: 'm1' });
  });

  const link = 'https://example.org/shop/dress.png';
  const elsewhere = 'https://upload.example.com/3c1f5e0a9d8b7c6d/dress.png';
  const insecure = address.replace('https', 'http');
  it.each<[string, string, Element[]]>([
    ['a link to a page of the sender’s server', link, []],
    ['an upload elsewhere that nothing marks', elsewhere, []],
    ['an upload with more words', `look: ${address}`, []],
    ['a link that the text is about', `look: ${address}`, [outOfBand(address)]],
    ['an address without encryption', insecure, [outOfBand(insecure)]],
    [
      'an address of a private network',
      'https://192.168.1.1/x.png',
      [outOfBand('https://192.168.1.1/x.png')],
    ],
    ['this server’s own port', 'http://127.0.0.1:5432/x.png', [outOfBand('http://127.0.0.1:5432/x.png')]],
    ['a file of OMEMO’s', 'aesgcm://upload.example.org/x.png#00', []],
    ['no address', 'https://', [outOfBand('https://')]],
  ])('stays a text: %s', (_, body, elements) => {
    expect(read(body, ...elements)?.message).toMatchObject({ kind: 'text', text: body });
  });

  it('allows the account’s own domain and, on loopback, its own server', () => {
    const own = fileAddressRule({ jid: 'shop@chat.local', service: 'xmpp://127.0.0.1:5222' });
    expect(own('https://upload.chat.local/x')?.href).toBe('https://upload.chat.local/x');
    expect(own('http://127.0.0.1:5280/x')?.href).toBe('http://127.0.0.1:5280/x');
    expect([own('https://nas.local/x'), own('http://127.0.0.2/x'), own('http://localhost/x')]).toEqual([
      null,
      null,
      null,
    ]);
    const far = fileAddressRule({ jid: 'shop@chat.test', service: 'xmpp://chat.test:5222' });
    expect([far('http://chat.test/x'), far('http://127.0.0.1/x')]).toEqual([null, null]);
  });
});

describe('fetching a shared file', () => {
  function asking(answer: () => Response | Error) {
    const urls: string[] = [];
    const { network, ...host } = createTestHost();
    const fetch: ConnectorNetwork['fetch'] = async (url, init) => {
      urls.push(`${url} ${init?.redirect} ${init?.answerLimit}`);
      const given = answer();
      if (given instanceof Error) throw given;
      return given;
    };
    const context = { ...host, network: { ...network, fetch }, maxBytes: 100 };
    return { urls, fetched: (key = address) => fetchMedia({ key }, credentials, context) };
  }

  it('returns the bytes up to the limit, and follows no redirect', async () => {
    const { urls, fetched } = asking(
      () => new Response('bytes', { headers: { 'content-type': 'image/png' } }),
    );
    const given = await fetched();
    expect(given).toMatchObject({ ok: true, contentType: 'image/png' });
    expect(given.ok && (await new Response(given.body).text())).toBe('bytes');
    expect(urls).toEqual([`${address} manual 100`]);
  });

  const inward = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'EINWARD' }) });
  const away = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
  const status =
    (code: number, headers = {}) =>
    () =>
      new Response(null, { status: code, headers });
  it.each<[string, () => Response | Error, string]>([
    ['gone', status(404), 'gone'],
    ['forbidden', status(403), 'gone'],
    ['elsewhere', status(302, { location: 'http://169.254.169.254/' }), 'gone'],
    ['in a private network', () => inward, 'gone'],
    ['on a server that is away', () => away, 'later'],
    ['on a server that is busy', status(429), 'later'],
    ['on a server that fails', status(500), 'later'],
    ['too large', () => new Response('x', { headers: { 'content-length': '101' } }), 'too-large'],
  ])('reports one that is %s', async (_, answer, outcome) => {
    expect(await asking(answer).fetched()).toMatchObject({ ok: false, outcome });
  });

  it.each([
    'http://upload.example.org/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'file:///etc/passwd',
  ])('never requests %s', async (key) => {
    const { urls, fetched } = asking(() => new Response('secret'));
    expect(await fetched(key)).toMatchObject({ ok: false, outcome: 'gone' });
    expect(urls).toEqual([]);
  });
});
