/** One suite for every implementation of the file store. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createNetwork } from '../network.ts';
import type { FileStore } from './file-store.ts';
import { createLocalFiles } from './local-files.ts';
import { createS3Files } from './s3-files.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

const { fetch } = createNetwork({ inward: true });
const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
const png = 'image/png';

let folder: string;
let s3: S3Server;
let late = 0;
const clock = { ...systemClock, now: () => systemClock.now() + late };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  s3 = await startS3Server({ clock });
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const bucket = (over: Partial<Parameters<typeof createS3Files>[0]> = {}) =>
  createS3Files(
    { endpoint: s3.url, bucket: s3.bucket, ...s3.credentials, ...over },
    { fetch, clock: systemClock },
  );
const stores: [string, () => FileStore][] = [
  ['a folder', () => createLocalFiles(join(folder, 'files'), systemClock)],
  ['a bucket', () => bucket()],
];

describe.each(stores)('%s', (_, open) => {
  it('returns the written bytes completely', async () => {
    const store = open();
    await store.write('files/one', bytes, png);
    expect(Buffer.from((await store.read('files/one', 1_000_000)) ?? '').equals(Buffer.from(bytes))).toBe(
      true,
    );
  });

  it('replaces an existing file', async () => {
    const store = open();
    await store.write('files/two', bytes, png);
    await store.write('files/two', Uint8Array.of(1, 2), png);
    expect(Buffer.from((await store.read('files/two', 100)) ?? '')).toEqual(Buffer.of(1, 2));
  });

  it('stores one of two concurrent writes, never a mixture', async () => {
    const store = open();
    const other = bytes.map((value) => 255 - value);
    await Promise.all([store.write('files/race', bytes, png), store.write('files/race', other, png)]);
    const kept = Buffer.from((await store.read('files/race', 1_000_000)) ?? '');
    expect([bytes, other].some((one) => kept.equals(Buffer.from(one)))).toBe(true);
  });

  it('returns nothing for a key that was never written, or was removed, even twice', async () => {
    const store = open();
    expect(await store.read('files/never', 100)).toBeNull();
    await store.write('files/gone', bytes, png);
    await store.remove('files/gone');
    await store.remove('files/gone');
    expect(await store.read('files/gone', 1_000_000)).toBeNull();
  });

  it('reads no file that is larger than the limit', async () => {
    const store = open();
    await store.write('files/large', bytes, png);
    expect(await store.read('files/large', bytes.length - 1)).toBe('too-large');
    expect(await store.read('files/large', bytes.length)).toHaveLength(bytes.length);
  });

  it('reads the beginning of a file with its total size', async () => {
    const store = open();
    await store.write('files/long', bytes, png);
    const peeked = await store.peek('files/long', 1_000);
    expect(peeked?.size).toBe(bytes.length);
    expect(Buffer.from(peeked?.head ?? '').equals(Buffer.from(bytes.subarray(0, 1_000)))).toBe(true);
    expect(await store.peek('files/never', 10)).toBeNull();
  });

  it('copies a file, which no longer follows its source', async () => {
    const store = open();
    await store.write('files/source', bytes, png);
    expect(await store.copy('files/source', 'files/target')).toBe(true);
    await store.write('files/source', Uint8Array.of(1), png);
    expect(await store.read('files/target', 1_000_000)).toHaveLength(bytes.length);
    expect(await store.copy('files/never', 'files/target')).toBe(false);
  });

  it('puts a file on the disk for its readers, unless it is too large', async () => {
    const store = open();
    await store.write('files/disk', bytes, png);
    expect(await store.onDisk('files/disk', bytes.length - 1)).toBe('too-large');
    expect(await store.onDisk('files/never', 100)).toBeNull();
    const opened = await store.onDisk('files/disk', bytes.length);
    if (opened === null || opened === 'too-large') throw new Error('the file is there');
    await using file = opened;
    expect(file.size).toBe(bytes.length);
    expect((await readFile(file.path)).equals(Buffer.from(bytes))).toBe(true);
  });

  it.each([
    ['all of it', 0, 2_499_999],
    ['its middle', 1_048_570, 1_048_590],
    ['its last byte', 2_499_999, 2_499_999],
  ])('streams a range of a file: %s', async (_, first, last) => {
    const store = open();
    const long = Uint8Array.from({ length: 2_500_000 }, (_one, at) => at % 241);
    await store.write('files/streamed', long, png);
    const stream = await store.stream('files/streamed', { first, last });
    if (stream === null) throw new Error('the file is there');
    expect((await buffer(stream)).equals(Buffer.from(long.subarray(first, last + 1)))).toBe(true);
  });

  it('streams no missing file, and ends with its reader', async () => {
    const store = open();
    expect(await store.stream('files/never', { first: 0, last: 9 })).toBeNull();
    await store.write('files/left', bytes, png);
    const left = await store.stream('files/left', { first: 0, last: bytes.length - 1 });
    left?.destroy();
    await expect.poll(() => left?.closed).toBe(true);
  });

  it.each(['../secret', 'files/../../secret', '/etc/passwd', 'files/a.png', 'files', '', 'files/A'])(
    'refuses a key that could lead out of the store: "%s"',
    async (key) => {
      const store = open();
      await expect(store.write(key, bytes, png)).rejects.toThrow('is no key of a file');
      await expect(store.read(key, 100)).rejects.toThrow('is no key of a file');
      await expect(async () => store.remove(key)).rejects.toThrow('is no key of a file');
    },
  );
});

describe('a folder of a server', () => {
  const place = () => join(folder, 'tidy');
  const drafts = () => readdir(join(place(), 'drafts'));

  it('leaves no drafts once a file is stored, and presigns nothing', async () => {
    const store = createLocalFiles(place(), systemClock);
    await store.write('files/one', bytes, png);
    expect(await readdir(join(place(), 'files'))).toEqual(['one']);
    expect(await drafts()).toEqual([]);
    const permission = { contentType: png, size: 1, expiresInSeconds: 60 };
    expect(await store.presignPut('files/one', permission)).toBeNull();
  });

  it.each([
    ['fewer', 4],
    ['more', 6],
  ])('stores no body with %s bytes than announced', async (_, length) => {
    const store = createLocalFiles(place(), systemClock);
    const body = Readable.from([Buffer.from('a'), Buffer.alloc(length - 1)]);
    expect(await store.receive?.('incoming/wrong', body, 5)).toBe(false);
    expect(await store.read('incoming/wrong', 100)).toBeNull();
    expect(await drafts()).toEqual([]);
  });

  it('stores a body as it arrives', async () => {
    const store = createLocalFiles(place(), systemClock);
    expect(await store.receive?.('incoming/right', Readable.from([Buffer.from('12345')]), 5)).toBe(true);
    expect(Buffer.from((await store.read('incoming/right', 100)) ?? '').toString()).toBe('12345');
    await store.remove('incoming/right');
  });

  it('removes the drafts of a killed server, but not those of a concurrent one', async () => {
    await writeFile(join(place(), 'drafts/half'), 'ha');
    await createLocalFiles(place(), systemClock).write('files/two', bytes, png);
    expect(await drafts()).toEqual(['half']);
    const later = { now: () => systemClock.now() + 2 * 3_600_000 };
    await createLocalFiles(place(), later).write('files/three', bytes, png);
    expect(await drafts()).toEqual([]);
    expect((await readdir(join(place(), 'files'))).sort()).toEqual(['one', 'three', 'two']);
  });
});

it('fetches from a bucket no more than a slow reader consumes, chunk by chunk', async () => {
  const requested: string[] = [];
  const store = createS3Files(
    { endpoint: s3.url, bucket: s3.bucket, ...s3.credentials },
    {
      clock: systemClock,
      fetch: (url, init) => {
        requested.push(new Headers(init?.headers).get('range') ?? '');
        return fetch(url, init);
      },
    },
  );
  const size = 8 * 1024 * 1024;
  await store.write('files/video', new Uint8Array(size), png);
  requested.length = 0;
  const stream = await store.stream('files/video', { first: 0, last: size - 1 });
  if (stream === null) throw new Error('the file is there');
  for await (const piece of stream) {
    expect(piece.length).toBeLessThanOrEqual(1024 * 1024);
    break;
  }
  expect(requested.length).toBeLessThanOrEqual(2);
  expect(requested[0]).toBe('bytes=0-1048575');
});

describe('an address of a bucket that a client puts to', () => {
  const permission = { contentType: png, size: 5, expiresInSeconds: 600 };
  const presign = async (key: string) => {
    const put = await bucket().presignPut(key, permission);
    if (!put) throw new Error('a bucket presigns');
    return put;
  };
  const send = async (url: string, headers: Record<string, string>, body: string, method = 'PUT') => {
    const response = await globalThis.fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
    const code = /<Code>(.*)<\/Code>/.exec(await response.text())?.[1];
    return code ?? response.status;
  };

  it('accepts the announced bytes', async () => {
    const { url, headers } = await presign('incoming/one');
    expect(headers).toEqual({ 'content-type': png });
    expect(await send(url, headers, 'bytes')).toBe(200);
    expect(s3.objects.get('incoming/one')).toEqual({ bytes: Buffer.from('bytes'), contentType: png });
    expect(Buffer.from((await bucket().read('incoming/one', 100)) ?? '').toString()).toBe('bytes');
  });

  it('accepts no other upload: longer, of another type, under another key, by another method', async () => {
    const { url, headers } = await presign('incoming/two');
    expect(await send(url, headers, 'longer')).toBe('SignatureDoesNotMatch');
    expect(await send(url, { 'content-type': 'text/html' }, 'bytes')).toBe('SignatureDoesNotMatch');
    expect(await send(url.replace('two', 'three'), headers, 'bytes')).toBe('SignatureDoesNotMatch');
    expect(await send(url, headers, 'bytes', 'GET')).toBe('SignatureDoesNotMatch');
    expect(s3.objects.has('incoming/two')).toBe(false);
  });

  it('accepts nothing after its expiry', async () => {
    const { url, headers } = await presign('incoming/late');
    late = 601_000;
    const answer = await send(url, headers, 'bytes').finally(() => {
      late = 0;
    });
    expect(answer).toBe('AccessDenied');
  });
});

describe('a bucket that refuses', () => {
  it.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'GET with 403 SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'UNKNOWN' }, 'GET with 403 InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, 'GET with 400 AuthorizationHeaderMalformed'],
  ])('%s is reported without the secret', async (_, over, reason) => {
    const store = bucket(over);
    await expect(store.read('files/one', 100)).rejects.toThrow(`the bucket answered ${reason}`);
    await expect(store.write('files/one', bytes, png)).rejects.toThrow('the bucket answered PUT with');
    await expect(store.remove('files/one')).rejects.toThrow('the bucket answered DELETE with');
  });
});
