import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as filesApi from '@parley/contract/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { startS3Server } from '../../base/files/testing/s3-server.ts';
import { largePicture, png } from '../../testing/small-files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { createUploads } from '../../testing/test-uploads.ts';
import { keepFiles, releaseFiles, removeUnused } from './service.ts';
import type { FileOwner } from './store.ts';

const clock = testClock();
let folder: string;
let app: TestApp;
let owner: TestOwner;
let other: TestOwner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  app = await startTestApp({ clock, config: { DATA_DIR: folder } });
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
const keep = (
  fileIds: string[],
  from: FileOwner = owner.workspaceId,
  purpose: filesApi.FilePurpose = 'avatar',
) => transaction(app.app.database, (tx) => keepFiles(tx, { owner: from, purpose, fileIds }));
const release = (
  fileIds: string[],
  from: FileOwner = owner.workspaceId,
  purpose: filesApi.FilePurpose = 'avatar',
) => transaction(app.app.database, (tx) => releaseFiles(tx, { owner: from, purpose, fileIds }));
/** Runs the hourly removal as after this time. */
const removeAfter = (ms: number) =>
  removeUnused({ ...app.app.services, clock: { ...clock, now: () => clock.now() + ms } }, never);
const onDisk = async () =>
  (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => name.includes('/'));
const rows = async (fileId: string) =>
  (await app.app.database.pool.query('select state from files where id = $1', [fileId])).rows;
const missing = { status: 404, error: 'resource.not-found' };
const minute = 60_000;
const hour = 60 * minute;

describe('removal', () => {
  it('removes files that were never completed, with their bytes, after an hour', async () => {
    const [put1, empty] = [await presign(owner.token), await presign(owner.token)];
    await put(put1, png);
    await removeAfter(55 * minute);
    expect(await rows(put1.fileId)).toEqual([{ state: 'uploading' }]);
    await removeAfter(65 * minute);
    for (const { fileId } of [put1, empty]) {
      expect(await rows(fileId)).toEqual([]);
      await expect(complete(owner.token, fileId)).rejects.toMatchObject(missing);
    }
    expect((await onDisk()).filter((name) => name.includes(put1.fileId))).toEqual([]);
  });

  it('removes unused files after a day, and keeps used ones', async () => {
    const [unused, used] = [await upload(owner.token), await upload(owner.token)];
    expect(await keep([used])).toBe(true);
    await removeAfter(23 * hour);
    expect((await get(unused)).status).toBe(200);
    await removeAfter(25 * hour);
    await removeAfter(400 * 24 * hour);
    expect((await get(unused)).status).toBe(404);
    expect((await get(used)).status).toBe(200);
    expect((await onDisk()).filter((name) => name.includes(unused))).toEqual([]);
  });

  it('removes released files at the next run; until then they are hidden, and can be kept again', async () => {
    const [gone, back] = [await upload(owner.token), await upload(owner.token)];
    await keep([gone, back]);
    await release([gone, back]);
    expect((await get(gone)).status).toBe(404);
    expect(await keep([back])).toBe(true);
    await removeAfter(0);
    expect(await rows(gone)).toEqual([]);
    expect((await get(back)).status).toBe(200);
  });

  it('continues where a killed removal stopped', async () => {
    const fileId = await upload(owner.token);
    const { pool } = app.app.database;
    await pool.query(`update files set state = 'removing', state_since = now() where id = $1`, [fileId]);
    await removeAfter(0);
    expect(await rows(fileId)).toHaveLength(1);
    expect(await keep([fileId])).toBe(false);
    await removeAfter(2 * hour);
    expect(await rows(fileId)).toEqual([]);
  });
});

describe('keeping', () => {
  it('accepts complete files of this owner and purpose only, all or none', async () => {
    const [mine, theirs] = [await upload(owner.token), await upload(other.token)];
    const unfinished = (await presign(owner.token)).fileId;
    for (const bad of [theirs, unfinished, crypto.randomUUID()]) expect(await keep([mine, bad])).toBe(false);
    expect(await keep([mine], null)).toBe(false);
    expect(await keep([mine], owner.workspaceId, 'certification')).toBe(false);
    expect(await keep([mine, mine])).toBe(true);
    expect(await keep([mine])).toBe(true);
    expect(await keep([])).toBe(true);
  });

  it('releases no file of another owner', async () => {
    const mine = await upload(owner.token);
    await keep([mine]);
    await release([mine], other.workspaceId);
    await release([mine], null);
    await release([mine], owner.workspaceId, 'certification');
    expect(await rows(mine)).toEqual([{ state: 'kept' }]);
  });
});

describe('a bucket', () => {
  it('receives bytes directly, and behaves the same otherwise', async () => {
    const s3 = await startS3Server({ clock });
    const { accessKeyId, secretAccessKey } = s3.credentials;
    const config = {
      S3_ENDPOINT: s3.url,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const remote = await startTestApp({ clock, databaseUrl: app.databaseUrl, config });
    const there = createUploads(() => remote);
    try {
      const policy = (await fetch(remote.url)).headers.get('content-security-policy') ?? '';
      const { host } = new URL(remote.url);
      expect(policy).toContain(`connect-src 'self' ws://${host} wss://${host} ${s3.url};`);
      const presigned = await there.presign(owner.token);
      const { fileId } = presigned;
      expect(presigned.uploadUrl).toContain(`${s3.url}/${s3.bucket}/incoming/${fileId}?`);
      const early = there.complete(owner.token, fileId);
      await expect(early).rejects.toMatchObject({ status: 409, error: 'file.not-uploaded' });
      expect(await there.put(presigned, png)).toBe(200);
      expect((await there.complete(owner.token, fileId)).url).toBe(`/api/files/${fileId}`);
      expect([...s3.objects.keys()]).toEqual([`files/${fileId}`]);
      // A second upload to the same address doesn't change the served file.
      expect(await there.put(presigned, Buffer.alloc(png.length))).toBe(200);
      const served = await there.get(fileId);
      expect(served.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
      const photo = { purpose: 'material', contentType: 'image/jpeg' } as const;
      const large = await there.upload(owner.token, photo, await largePicture());
      expect([...s3.objects.keys()]).toContain(`previews/${large}`);
      const later = { ...clock, now: () => clock.now() + 25 * hour };
      const { database } = app.app.services;
      const { fileStore, mediaInspector } = remote.app.services;
      await removeUnused({ database, clock: later, fileStore, mediaInspector }, never);
      expect([...s3.objects.keys()]).toEqual([]);
    } finally {
      await remote.close();
      await s3.close();
    }
  });

  it('a start with incomplete settings ends and names the missing one', async () => {
    const half = startTestApp({ databaseUrl: app.databaseUrl, config: { S3_BUCKET: 'parley' } });
    await expect(half).rejects.toThrow('S3_ENDPOINT: needed');
  });
});
