import { readdir } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createS3Files } from '../../base/files/s3-files.ts';
import { startS3Server } from '../../base/files/testing/s3-server.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { createNetwork } from '../../base/network.ts';
import { files } from '../../schema/files.ts';
import { largePicture, png } from '../../testing/small-files.ts';
import { keptKey } from './keys.ts';
import { filesHarness } from './testing/files-harness.ts';

const harness = filesHarness();
const { keep, release, isComplete, stateOf } = harness;
const { announce, receive, complete, upload, removeAfter } = harness.uploads();
let owner: WorkspaceId;
let other: WorkspaceId;
beforeAll(async () => {
  [owner, other] = [await harness.openWorkspace(), await harness.openWorkspace()];
});

const onDisk = async (fileId: string) =>
  (await readdir(harness.folder, { recursive: true })).filter((name) => name.includes(fileId));
const missing = { error: 'resource.not-found' };
const minute = 60_000;
const hour = 60 * minute;

describe('removal', () => {
  it('removes files that were never completed, with their bytes, after an hour', async () => {
    const [received, empty] = [await announce(owner), await announce(owner)];
    await receive(received);
    expect(await onDisk(received.fileId)).not.toEqual([]);
    await removeAfter(55 * minute);
    expect(await stateOf(received.fileId)).toBe('uploading');
    await removeAfter(65 * minute);
    for (const { fileId } of [received, empty]) {
      expect(await stateOf(fileId)).toBeUndefined();
      await expect(complete(owner, fileId)).rejects.toMatchObject(missing);
    }
    expect(await onDisk(received.fileId)).toEqual([]);
  });

  it('removes unused files after a day, and keeps used ones', async () => {
    const [unused, used] = [await upload(owner), await upload(owner)];
    expect(await keep(owner, [used])).toBe(true);
    await removeAfter(23 * hour);
    expect(await isComplete(unused)).toBe(true);
    await removeAfter(25 * hour);
    await removeAfter(400 * 24 * hour);
    expect(await isComplete(unused)).toBe(false);
    expect(await isComplete(used)).toBe(true);
    expect(await onDisk(unused)).toEqual([]);
    expect(await onDisk(used)).not.toEqual([]);
  });

  it('removes released files at the next run; until then they are hidden, and can be kept again', async () => {
    const [gone, back] = [await upload(owner), await upload(owner)];
    await keep(owner, [gone, back]);
    await release(owner, [gone, back]);
    expect(await isComplete(gone)).toBe(false);
    expect(await keep(owner, [back])).toBe(true);
    await removeAfter(0);
    expect(await stateOf(gone)).toBeUndefined();
    expect(await isComplete(back)).toBe(true);
  });

  it('continues where a killed removal stopped', async () => {
    const fileId = await upload(owner);
    const claimed = { state: 'removing', stateSince: new Date(harness.clock.now()) } as const;
    await harness.deps.database.db.update(files).set(claimed).where(eq(files.id, fileId));
    await removeAfter(0);
    expect(await stateOf(fileId)).toBe('removing');
    expect(await keep(owner, [fileId])).toBe(false);
    await removeAfter(2 * hour);
    expect(await stateOf(fileId)).toBeUndefined();
  });
});

describe('keeping', () => {
  it('accepts complete files of this owner and purpose only, all or none', async () => {
    const [mine, theirs] = [await upload(owner), await upload(other)];
    const unfinished = (await announce(owner)).fileId;
    for (const bad of [theirs, unfinished, crypto.randomUUID()])
      expect(await keep(owner, [mine, bad])).toBe(false);
    expect(await keep(null, [mine])).toBe(false);
    expect(await keep(owner, [mine], 'certification')).toBe(false);
    expect(await keep(owner, [mine, mine])).toBe(true);
    expect(await keep(owner, [mine])).toBe(true);
    expect(await keep(owner, [])).toBe(true);
  });

  it('releases no file of another owner', async () => {
    const mine = await upload(owner);
    await keep(owner, [mine]);
    await release(other, [mine]);
    await release(null, [mine]);
    await release(owner, [mine], 'certification');
    expect(await stateOf(mine)).toBe('kept');
  });
});

it('keeps and removes files in a bucket, which receives their bytes directly, as those in a folder', async () => {
  const { clock } = harness;
  const s3 = await startS3Server({ clock });
  onTestFinished(() => s3.close());
  const settings = { endpoint: s3.url, bucket: s3.bucket, ...s3.credentials };
  const fileStore = createS3Files(settings, { fetch: createNetwork({ inward: true }).fetch, clock });
  const there = harness.uploads({ fileStore });
  const put = async ({ uploadUrl, headers }: Awaited<ReturnType<typeof announce>>, bytes: Uint8Array) =>
    (await fetch(uploadUrl, { method: 'PUT', headers, body: Uint8Array.from(bytes) })).status;
  const presigned = await there.announce(owner);
  const { fileId } = presigned;
  expect(presigned.uploadUrl).toContain(`${s3.url}/${s3.bucket}/incoming/${fileId}?`);
  await expect(there.complete(owner, fileId)).rejects.toMatchObject({ error: 'file.not-uploaded' });
  expect(await put(presigned, png)).toBe(200);
  await there.complete(owner, fileId);
  expect([...s3.objects.keys()]).toEqual([keptKey(fileId)]);
  // A second upload to the same address doesn't change the served file.
  expect(await put(presigned, Buffer.alloc(png.length))).toBe(200);
  expect(Buffer.from((await fileStore.read(keptKey(fileId), png.length)) ?? '').equals(png)).toBe(true);
  const photo = { purpose: 'material', contentType: 'image/jpeg', bytes: await largePicture() } as const;
  const large = await there.announce(owner, photo);
  expect(await put(large, photo.bytes)).toBe(200);
  await there.complete(owner, large.fileId);
  expect([...s3.objects.keys()]).toContain(`previews/${large.fileId}`);
  await there.removeAfter(25 * hour);
  expect([...s3.objects.keys()]).toEqual([]);
});
