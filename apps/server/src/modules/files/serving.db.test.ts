/** Serves private media: access rights, signed addresses and ranges. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { wav } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { createUploads } from '../../testing/test-uploads.ts';
import { storeFetchedFile } from './fetched-file.ts';
import { createFileAddresses } from './signed-address.ts';

const clock = testClock();
const secret = 'a secret for the addresses of this test';
let folder: string;
let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
let other: TestOwner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  app = await startTestApp({ clock, config: { DATA_DIR: folder, APP_SECRET: secret } });
  owner = await app.registerOwner({ characters: 0 });
  agent = await app.createSubAccount(owner);
  other = await app.registerOwner({ characters: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const { get, upload } = createUploads(() => app);
const recording = { purpose: 'material', contentType: 'audio/wav', fileName: 'tone.wav' } as const;
const addresses = createFileAddresses(secret, clock.now);
const fetchSigned = (fileId: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + addresses.sign(fileId), { headers, method });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('private files', () => {
  it('serves a file to its owner, its agents and a signed address, and to no other caller', async () => {
    const fileId = await upload(owner.token, recording, wav);
    const statusFor = async (token?: string) => (await get(fileId, token)).status;
    expect(await Promise.all([owner.token, agent.token].map(statusFor))).toEqual([200, 200]);
    expect(await statusFor()).toBe(401);
    expect(await statusFor(other.token)).toBe(404);
    expect(await statusFor((await app.createSubAccount(other)).token)).toBe(404);
    expect(await statusFor(await app.operatorToken())).toBe(403);
    const signed = await fetchSigned(fileId);
    expect(signed.status).toBe(200);
    expect(Object.fromEntries(signed.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(wav.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': "inline; filename*=UTF-8''tone.wav",
    });
    expect((await bytesOf(signed)).equals(wav)).toBe(true);
  });

  it('opens no other file by a signed address', async () => {
    const [fileId, papers] = [
      await upload(owner.token, recording, wav),
      await upload(owner.token, { purpose: 'certification' }),
    ];
    const address = addresses.sign(fileId);
    expect((await fetch(app.url + address.replace(fileId, papers))).status).toBe(401);
    // A signature opens only files of purposes that are shown by signed addresses, which papers are not.
    expect((await fetchSigned(papers)).status).toBe(401);
  });
});

describe('range requests', () => {
  it('serves a range as a player requests it, also with the condition that the file is unchanged', async () => {
    const fileId = await upload(owner.token, recording, wav);
    const part = await fetchSigned(fileId, { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${wav.length}`);
    expect(part.headers.get('content-length')).toBe('10');
    expect((await bytesOf(part)).equals(wav.subarray(10, 20))).toBe(true);
    const tag = part.headers.get('etag') ?? '';
    const again = await fetchSigned(fileId, { range: 'bytes=-4', 'if-range': tag });
    expect((await bytesOf(again)).equals(wav.subarray(-4))).toBe(true);
    const changed = await fetchSigned(fileId, { range: 'bytes=-4', 'if-range': '"another"' });
    expect([changed.status, (await bytesOf(changed)).length]).toEqual([200, wav.length]);
  });

  it('refuses a range beyond the end and returns the number of bytes', async () => {
    const fileId = await upload(owner.token, recording, wav);
    const beyond = await fetchSigned(fileId, { range: `bytes=${wav.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${wav.length}`);
    expect(await beyond.text()).toBe('');
  });

  it('answers HEAD with the headers and reads nothing', async () => {
    const fileId = await upload(owner.token, recording, wav);
    const stream = vi.spyOn(app.app.services.fileStore, 'stream');
    const head = await fetchSigned(fileId, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(wav.length)]);
    expect(stream).not.toHaveBeenCalled();
    stream.mockRestore();
  });
});

it('serves a file of zero bytes, as a platform may send one', async () => {
  const { database, fileStore, mediaInspector } = app.app.services;
  const body = Readable.from([]);
  const wanted = { workspaceId: owner.workspaceId, purpose: 'message', name: 'a.txt', maxBytes: 9 } as const;
  const stored = await storeFetchedFile({ database, fileStore, mediaInspector, clock }, wanted, body);
  if (stored === 'too-large') throw new Error('it has no bytes');
  for (const range of ['', 'bytes=0-']) {
    const answer = await fetchSigned(stored.fileId, { range });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  }
});

it('never reads or writes a whole file in memory', async () => {
  const { fileStore } = app.app.services;
  const whole = [vi.spyOn(fileStore, 'read'), vi.spyOn(fileStore, 'write')];
  const peek = vi.spyOn(fileStore, 'peek');
  const fileId = await upload(owner.token, recording, wav);
  expect((await fetchSigned(fileId)).status).toBe(200);
  for (const call of whole) expect(call).not.toHaveBeenCalled();
  expect(peek.mock.calls.map(([, count]) => count)).toEqual([1024 * 1024]);
  vi.restoreAllMocks();
});

it('refuses a signed address after two hours', async () => {
  const address = addresses.sign(await upload(owner.token, recording, wav));
  clock.advance(3_600_000 - 1);
  expect((await fetch(app.url + address)).status).toBe(200);
  clock.advance(3_600_000 + 1);
  expect((await fetch(app.url + address)).status).toBe(401);
});
