import { type Element, xml } from '@xmpp/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectorNetwork, OutboundMedia } from '../spec.ts';
import { createTestHost } from '../testing/host.ts';
import { fileAddressRule } from './file-address.ts';
import { honestSlot, startUploadService, type UploadScript } from './fixtures/upload-service.ts';
import { ns } from './namespaces.ts';
import { createUploadService } from './upload.ts';

const bytes = 'a picture';
const picture: OutboundMedia = {
  kind: 'image',
  name: 'dress.png',
  contentType: 'image/png',
  size: bytes.length,
  blob: async () => new Blob([bytes]),
};

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

async function serviceOf(script: UploadScript, network: ConnectorNetwork = createTestHost().network) {
  const service = await startUploadService(script);
  close = service.close;
  const closing = new AbortController();
  const uploads = createUploadService(network, fileAddressRule(service.credentials), closing.signal);
  return { ...service, closing, put: (media = picture) => uploads.put(service.stream, media) };
}

const header = (name: string, value: string) => xml('header', { name }, value);

describe('an upload', () => {
  it('names the file, sends its bytes with the slot’s headers, and discovers the service once', async () => {
    const slot = (base: string) =>
      honestSlot(base, [header('Authorization', 'Bearer x'), header('expires', '1')]);
    const { put, asked, taken } = await serviceOf({ slot, limit: '1000' });
    const media = { ...picture, name: 'a/b\\c\n.png' };
    expect(await put(media)).toMatchObject({ ok: true, address: expect.stringMatching(/dress\.png$/) });
    expect(await put()).toMatchObject({ ok: true });
    const requests = asked.flatMap((iq) => iq.getChild('request', ns.upload) ?? []);
    expect(requests.map(({ attrs }) => attrs.filename)).toEqual(['a b c .png', 'dress.png']);
    expect(requests[0]?.attrs).toMatchObject({ size: '9', 'content-type': 'image/png' });
    expect(asked.filter((iq) => iq.getChild('query', ns.discoItems))).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      bytes: 9,
      headers: {
        authorization: 'Bearer x',
        expires: '1',
        'content-type': 'image/png',
        'content-length': '9',
      },
    });
  });

  it('keeps a long name’s extension', async () => {
    const { put, asked } = await serviceOf({});
    await put({ ...picture, name: `${'👗'.repeat(300)}.png` });
    const name = asked.at(-1)?.getChild('request', ns.upload)?.attrs.filename ?? '';
    expect(name).toBe(`${'👗'.repeat(90)}.png`);
  });

  it('sets only the three headers that a slot may set', async () => {
    const odd = ['Host', 'Content-Length', 'X-Api-Key', 'Transfer-Encoding'].map((name) => header(name, '1'));
    const twice = [header('Cookie', 'a=1\r\nX-Evil: 1'), header('cookie', 'b=2')];
    const { put, taken } = await serviceOf({ slot: (base) => honestSlot(base, [...odd, ...twice]) });
    expect(await put()).toMatchObject({ ok: true });
    expect(taken[0]?.headers).toMatchObject({ cookie: 'a=1X-Evil: 1', 'content-length': '9' });
    expect(taken[0]?.headers).not.toHaveProperty('x-api-key');
    expect(taken[0]?.headers.host).toMatch(/^127/);
  });

  const slotAt = (put: string, get = put) =>
    xml('slot', { xmlns: ns.upload }, xml('put', { url: put }), xml('get', { url: get }));
  it.each<[string, (base: string) => Element]>([
    ['without encryption at another host', () => slotAt('http://upload.example.com/x')],
    ['at an address of a private network', () => slotAt('https://10.0.0.1/x')],
    ['at an address that hides one', () => slotAt('https://0x7f.1/x')],
    ['at IPv6 loopback', () => slotAt('https://[::1]/x')],
    ['at a name of a private network', () => slotAt('https://nas.local/x')],
    ['with a login in its address', () => slotAt('https://a:b@upload.example.com/x')],
    ['of another protocol', () => slotAt('ftp://upload.example.com/x')],
    [
      'whose file customers could read on the way',
      (base) => slotAt(`${base}/x`, 'http://upload.example.com/x'),
    ],
    ['without an address', () => xml('slot', { xmlns: ns.upload }, xml('put'), xml('get'))],
    ['with an endless address', (base) => slotAt(`${base}/${'x'.repeat(3_000)}`)],
    ['with an endless header', (base) => honestSlot(base, [header('Cookie', 'x'.repeat(9_000))])],
    ['with a header of other signs', (base) => honestSlot(base, [header('Cookie', 'é\u0000')])],
    ['of another element', () => xml('nothing')],
  ])('goes to no slot %s', async (_, slot) => {
    const { put, taken } = await serviceOf({ slot });
    expect(await put()).toEqual({ ok: false, outcome: 'permanent', reason: 'media-slot-refused' });
    expect(taken).toEqual([]);
  });

  it('accepts slots only from the service’s address', async () => {
    const { put, taken } = await serviceOf({ from: 'maria@chat.test/phone' });
    expect(await put()).toMatchObject({ outcome: 'permanent', reason: 'media-slot-refused' });
    expect(taken).toEqual([]);
  });

  it.each([
    [413, { outcome: 'permanent', reason: 'media-too-large' }],
    [403, { outcome: 'permanent', reason: 'media-not-uploaded: 403' }],
    [409, { outcome: 'transient', reason: 'media-not-uploaded: 409' }],
    [503, { outcome: 'transient', reason: 'media-not-uploaded: 503' }],
  ])('fails if the service answers %i', async (status, failure) => {
    const { put } = await serviceOf({ status });
    expect(await put()).toMatchObject({ ok: false, ...failure });
  });

  it('follows no redirect', async () => {
    const headers = { location: 'http://127.0.0.1:1/private' };
    const { put, taken } = await serviceOf({ status: 307, headers });
    expect(await put()).toMatchObject({ outcome: 'permanent', reason: 'media-not-uploaded: 307' });
    expect(taken).toHaveLength(1);
  });

  it('aborts a hanging upload with the connection, within a limit that grows with its size', async () => {
    const limits: unknown[] = [];
    const { network } = createTestHost();
    const timed: ConnectorNetwork = {
      ...network,
      fetch(url, init) {
        limits.push(init?.answerMs);
        return network.fetch(url, init);
      },
    };
    const { put, closing, taken } = await serviceOf({ status: 'hang' }, timed);
    const big = new Blob([new Uint8Array(655_359)]);
    const putting = put({ ...picture, blob: async () => big });
    await expect.poll(() => taken.length).toBe(1);
    closing.abort(new Error('Closed'));
    expect(await putting).toEqual({ ok: false, outcome: 'transient', reason: 'platform-not-connected' });
    expect(limits).toEqual([70_000]);
  });

  it.each([
    ['above it', '8', { outcome: 'permanent', reason: 'media-too-large: 0 MB' }],
    ['at it', '9', { ok: true }],
    ['that is no number', '-1', { ok: true }],
    ['beyond numbers', '9'.repeat(400), { ok: true }],
  ])('respects a size limit: %s', async (_, limit, result) => {
    const { put } = await serviceOf({ limit });
    expect(await put()).toMatchObject(result);
  });

  it('fails permanently without a service, and transiently without its file', async () => {
    const { put } = await serviceOf({ features: ['other'] });
    expect(await put()).toEqual({ ok: false, outcome: 'permanent', reason: 'media-unsupported' });
    await close();
    const lost = await serviceOf({});
    const media = { ...picture, blob: () => Promise.reject(new Error('gone')) };
    expect(await lost.put(media)).toEqual({ ok: false, outcome: 'transient', reason: 'media-lost' });
  });
});
