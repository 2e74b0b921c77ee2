import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as filesApi from '@parley/contract/files';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startS3Server } from '../../base/files/testing/s3-server.ts';
import { jpeg, pdf, png, webp } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { createUploads, uploadQuery } from '../../testing/test-uploads.ts';
import { removeUnused } from './service.ts';

const clock = testClock();
let folder: string;
let app: TestApp;
let operator: string;
let owner: TestOwner;
let other: TestOwner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  app = await startTestApp({ clock, config: { DATA_DIR: folder } });
  operator = await app.operatorToken();
  [owner, other] = await Promise.all([
    app.registerOwner({ characters: 0 }),
    app.registerOwner({ characters: 0 }),
  ]);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const { presign, put, complete, get, upload } = createUploads(() => app);
const never = new AbortController().signal;
/** Runs the hourly removal as after this time. */
const removeAfter = (ms: number) =>
  removeUnused({ ...app.app.services, clock: { ...clock, now: () => clock.now() + ms } }, never);
const missing = { status: 404, error: 'resource.not-found' };
const minute = 60_000;
const hour = 60 * minute;

describe.each([
  ['png', 'image/png', png],
  ['jpeg', 'image/jpeg', jpeg],
  ['webp', 'image/webp', webp],
])('a picture (%s)', (_, contentType, bytes) => {
  it('gets uploaded, inspected, and served to everybody under its own type only', async () => {
    const { fileId, uploadUrl, method, headers, expiresAt } = await presign(owner.token, {
      contentType,
      size: bytes.length,
    });
    expect({ method, headers }).toEqual({ method: 'PUT', headers: { 'content-type': contentType } });
    expect(uploadUrl).toMatch(/^\/api\/files\/upload\/[\w-]{43}$/);
    expect(expiresAt - clock.now()).toBeGreaterThan(9 * minute);
    expect((await get(fileId)).status).toBe(404);
    expect(await put({ fileId, uploadUrl, method, headers, expiresAt }, bytes)).toBe(200);
    expect((await get(fileId)).status).toBe(404);
    expect(await complete(owner.token, fileId)).toEqual({ fileId, url: `/api/files/${fileId}` });
    const answer = await get(fileId);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': contentType,
      'content-length': String(bytes.length),
      'content-disposition': "inline; filename*=UTF-8''me.png",
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400, immutable',
    });
  });
});

describe('papers', () => {
  const papers = {
    purpose: 'certification',
    contentType: 'application/pdf',
    fileName: "营业执照 (1)'.pdf",
  } as const;

  it('shows certification papers to their owner and the operator, and 404 to everybody else', async () => {
    const fileId = await upload(owner.token, papers, pdf);
    for (const token of [owner.token, operator]) {
      const answer = await get(fileId, token);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toBe(
        "attachment; filename*=UTF-8''%E8%90%A5%E4%B8%9A%E6%89%A7%E7%85%A7%20%281%29%27.pdf",
      );
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true);
    }
    expect((await get(fileId, other.token)).status).toBe(404);
    expect((await get(fileId)).status).toBe(401);
    expect((await get(fileId, 'not a token')).status).toBe(401);
    const agent = await app.createSubAccount(owner);
    expect((await get(fileId, agent.token)).status).toBe(403);
  });
});

describe('the limits of uploads', () => {
  const MiB = 1024 * 1024;
  const material = { purpose: 'material' } as const;
  const operatorToken = () => operator;
  const ownerToken = () => owner.token;

  it.each([
    ['an avatar that is a PDF', ownerToken, { contentType: 'application/pdf' }, 'file.type-refused'],
    ['an avatar that can carry scripts', ownerToken, { contentType: 'image/svg+xml' }, 'file.type-refused'],
    ['a page', ownerToken, { contentType: 'text/html' }, 'file.type-refused'],
    ['a type with more behind it', ownerToken, { contentType: 'image/png; x=y' }, 'file.type-refused'],
    ['an avatar over 2 MB', ownerToken, { size: 2 * MiB + 1 }, 'file.too-large'],
    [
      'papers as a moving picture',
      ownerToken,
      { purpose: 'certification', contentType: 'image/webp' },
      'file.type-refused',
    ],
    ['papers over 10 MB', ownerToken, { purpose: 'certification', size: 10 * MiB + 1 }, 'file.too-large'],
    [
      'a drawing that can carry scripts',
      ownerToken,
      { ...material, contentType: 'image/svg+xml' },
      'file.type-refused',
    ],
    ['a picture over 10 MB', ownerToken, { ...material, size: 10 * MiB + 1 }, 'file.too-large'],
    [
      'a recording over 20 MB',
      ownerToken,
      { ...material, contentType: 'audio/wav', size: 20 * MiB + 1 },
      'file.too-large',
    ],
    [
      'a video over 50 MB',
      ownerToken,
      { ...material, contentType: 'video/mp4', size: 50 * MiB + 1 },
      'file.too-large',
    ],
    ['a material from the operator', operatorToken, material, 'auth.forbidden'],
    ['a brand from an owner', ownerToken, { purpose: 'brand' }, 'auth.forbidden'],
    ['an avatar from the operator', operatorToken, { purpose: 'avatar' }, 'auth.forbidden'],
    ['papers from the operator', operatorToken, { purpose: 'certification' }, 'auth.forbidden'],
  ] as const)('refuses %s', async (_, token, wanted, error) => {
    await expect(presign(token(), wanted)).rejects.toMatchObject({ error });
  });

  it('accepts an upload exactly as large as the limit', async () => {
    expect((await presign(owner.token, { size: 2 * MiB })).fileId).toBeDefined();
    expect((await presign(owner.token, { purpose: 'certification', size: 10 * MiB })).fileId).toBeDefined();
    const video = { ...material, contentType: 'video/mp4', size: 50 * MiB };
    expect((await presign(owner.token, video)).fileId).toBeDefined();
    const answer = await app.send(
      filesApi.presignUpload,
      { query: uploadQuery({ size: 2 * MiB + 1 }) },
      owner.token,
    );
    expect(answer).toMatchObject({ status: 413, body: { msg: 'The file must not exceed 2 MB' } });
  });

  it.each([
    ['size', { size: 0 }],
    ['size', { size: -1 }],
    ['size', { size: 1.5 }],
    ['fileName', { fileName: ' ' }],
    ['fileName', { fileName: 'a\u202egnp.exe' }],
    ['purpose', { purpose: 'virus' }],
  ])('names the refused field of an upload: %s', async (field, over) => {
    const answer = await app.send(
      filesApi.presignUpload,
      { query: { ...uploadQuery(), ...over } },
      owner.token,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { data: { fields: { [field]: expect.any(String) } } },
    });
  });

  it('limits each owner to twenty unused files', async () => {
    const greedy = await app.registerOwner({ characters: 0 });
    for (let n = 0; n < 20; n += 1) await presign(greedy.token);
    await expect(presign(greedy.token)).rejects.toMatchObject({ status: 409, error: 'file.too-many' });
    await presign(owner.token);
    await removeAfter(2 * hour);
    await presign(greedy.token);
  });
});

it('forty concurrent requests get twenty uploads', async () => {
  for (const asking of [(await app.registerOwner({ characters: 0 })).token, operator]) {
    const purpose = asking === operator ? 'brand' : 'avatar';
    const query = { ...uploadQuery(), purpose } as const;
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => app.send(filesApi.presignUpload, { query }, asking)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(20);
    for (const one of refused) expect(one.body).toMatchObject({ data: { error: 'file.too-many' } });
  }
  await removeAfter(2 * hour);
});

describe('bytes', () => {
  it('accepts bytes with a known token and without a login', async () => {
    const presigned = await presign(owner.token);
    const wrong = { ...presigned, uploadUrl: presigned.uploadUrl.slice(0, -1) };
    expect(await put(wrong, png)).toBe(404);
    expect(await put(presigned, png)).toBe(200);
  });

  it('accepts bytes again until they are complete, and never afterwards', async () => {
    const presigned = await presign(owner.token);
    expect(await put(presigned, png)).toBe(200);
    expect(await put(presigned, png)).toBe(200);
    await complete(owner.token, presigned.fileId);
    expect(await put(presigned, png)).toBe(404);
  });

  it('accepts bytes within ten minutes only', async () => {
    const presigned = await presign(owner.token);
    clock.advance(11 * minute);
    expect(await put(presigned, png)).toBe(404);
  });

  it('refuses bytes of another type or number than announced', async () => {
    const presigned = await presign(owner.token);
    expect(await put(presigned, png, { 'content-type': 'text/html' })).toBe(415);
    expect(await put(presigned, png.subarray(1))).toBe(409);
    expect(await put(presigned, Buffer.concat([png, Buffer.of(0)]))).toBe(409);
    expect(await put(presigned, Buffer.alloc(0))).toBe(409);
    expect(await put(presigned, Buffer.alloc(11 * 1024 * 1024))).toBe(413);
    await expect(complete(owner.token, presigned.fileId)).rejects.toMatchObject({
      status: 409,
      error: 'file.not-uploaded',
    });
  });

  it('refuses bytes of another type than announced, whatever the file’s name', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(png.length));
    for (const bytes of [page, jpeg, Buffer.alloc(80, 0), Buffer.concat([Buffer.from('GIF89a'), png])]) {
      const presigned = await presign(owner.token, { size: bytes.length });
      expect(await put(presigned, bytes)).toBe(200);
      await expect(complete(owner.token, presigned.fileId)).rejects.toMatchObject({
        status: 400,
        error: 'file.type-refused',
      });
      expect((await get(presigned.fileId)).status).toBe(404);
    }
  });

  it('refuses bytes in demo mode', async () => {
    const presigned = await presign(owner.token);
    const demo = await startTestApp({
      databaseUrl: app.databaseUrl,
      config: { DATA_DIR: folder, DEMO_MODE: 'on' },
    });
    try {
      const url = demo.url + presigned.uploadUrl;
      const answer = await fetch(url, {
        method: 'PUT',
        headers: presigned.headers,
        body: Uint8Array.from(png),
      });
      expect(await answer.json()).toMatchObject({ code: 901 });
    } finally {
      await demo.close();
    }
  });
});

it('gives a page that an agent sends as text the extension of a text', async () => {
  const { token } = await app.createSubAccount(owner);
  const page = { purpose: 'message', contentType: 'text/plain', fileName: 'factura.html' } as const;
  const fileId = await upload(token, page, Buffer.from('<script>alert(1)</script>'));
  const { rows } = await app.app.services.database.db.execute(
    sql`select name from files where id = ${fileId}`,
  );
  expect(rows).toEqual([{ name: 'factura_html.txt' }]);
});

describe('completing', () => {
  it('lets only its owner complete an upload', async () => {
    const presigned = await presign(owner.token);
    await put(presigned, png);
    await expect(complete(other.token, presigned.fileId)).rejects.toMatchObject(missing);
    await expect(complete(operator, presigned.fileId)).rejects.toMatchObject(missing);
    const brand = await presign(operator, { purpose: 'brand' });
    await put(brand, png);
    await expect(complete(owner.token, brand.fileId)).rejects.toMatchObject(missing);
    await complete(operator, brand.fileId);
  });

  it('answers two tabs that complete at once, and a later repetition, the same', async () => {
    const presigned = await presign(owner.token);
    await put(presigned, png);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => complete(owner.token, presigned.fileId)),
    );
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    expect(await complete(owner.token, presigned.fileId)).toEqual(answers[0]);
    expect((await get(presigned.fileId)).status).toBe(200);
  });

  it('stores only what was checked, even if bytes are replaced during a concurrent completion', async () => {
    const { fileStore } = app.app.services;
    const presigned = await presign(owner.token);
    await put(presigned, png);
    const page = Buffer.from('<script>alert(1)</script>'.padEnd(png.length));
    // After this copy and before its check, the client replaces the bytes and completes once more.
    const { copy } = fileStore;
    const racing = vi.spyOn(fileStore, 'copy').mockImplementationOnce(async (from, to) => {
      const done = await copy(from, to);
      await put(presigned, page);
      await expect(complete(owner.token, presigned.fileId)).rejects.toMatchObject({
        error: 'file.type-refused',
      });
      return done;
    });
    await complete(owner.token, presigned.fileId);
    racing.mockRestore();
    expect(Buffer.from(await (await get(presigned.fileId)).arrayBuffer()).equals(png)).toBe(true);
  });

  it('leaves a copy of an interrupted check to the removal of unused files', async () => {
    const { fileStore } = app.app.services;
    const presigned = await presign(owner.token);
    await put(presigned, png);
    const keys: string[] = [];
    const interrupted = vi.spyOn(fileStore, 'remove').mockImplementation(async (key) => {
      keys.push(key);
      throw new Error('the process is gone');
    });
    await expect(complete(owner.token, presigned.fileId)).rejects.toMatchObject({ status: 500 });
    interrupted.mockRestore();
    const [left = ''] = keys;
    expect(await fileStore.read(left, png.length)).toHaveLength(png.length);
    await removeAfter(2 * hour);
    expect(await fileStore.read(left, png.length)).toBeNull();
  });

  it('uses no more room than was announced, over any number of connections', async () => {
    const presigned = await presign(owner.token);
    const drafts = async () => (await readdir(join(folder, 'files', 'drafts'))).length;
    const refused: (number | undefined)[] = [];
    const halves = Array.from({ length: 3 }, () => {
      const request = httpRequest(new URL(presigned.uploadUrl, app.url), {
        method: 'PUT',
        headers: { ...presigned.headers, 'content-length': png.length },
      });
      request.on('error', () => undefined).on('response', ({ statusCode }) => refused.push(statusCode));
      request.write(png.subarray(0, 10));
      return request;
    });
    await expect.poll(() => refused).toEqual([409, 409]);
    await expect.poll(drafts).toBe(1);
    expect(await put(presigned, png)).toBe(200);
    for (const request of halves) request.destroy();
    expect((await complete(owner.token, presigned.fileId)).fileId).toBe(presigned.fileId);
  });

  it('continues after the server has died in between', async () => {
    const presigned = await presign(owner.token);
    await put(presigned, png);
    const next = await startTestApp({ clock, databaseUrl: app.databaseUrl, config: { DATA_DIR: folder } });
    try {
      const { url } = await next.call(
        filesApi.completeUpload,
        { body: { fileId: presigned.fileId } },
        owner.token,
      );
      expect((await fetch(next.url + url)).status).toBe(200);
    } finally {
      await next.close();
    }
  });
});

it('lets pages upload to the bucket, and starts with all of its settings or none', async () => {
  const s3 = await startS3Server({ clock });
  onTestFinished(() => s3.close());
  const { accessKeyId, secretAccessKey } = s3.credentials;
  const bucket = { S3_ENDPOINT: s3.url, S3_BUCKET: s3.bucket };
  const config = { ...bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const remote = await startTestApp({ clock, databaseUrl: app.databaseUrl, config });
  onTestFinished(() => remote.close());
  const there = createUploads(() => remote);
  const policy = (await fetch(remote.url)).headers.get('content-security-policy') ?? '';
  const { host } = new URL(remote.url);
  expect(policy).toContain(`connect-src 'self' ws://${host} wss://${host} ${s3.url};`);
  const fileId = await there.upload(owner.token);
  expect([...s3.objects.keys()]).toContain(`files/${fileId}`);
  const served = await there.get(fileId);
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
  const half = startTestApp({ databaseUrl: app.databaseUrl, config: { S3_BUCKET: 'parley' } });
  await expect(half).rejects.toThrow('S3_ENDPOINT: needed');
});
