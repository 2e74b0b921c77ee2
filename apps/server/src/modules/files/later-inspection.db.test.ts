import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkspaceId } from '../../base/ids.ts';
import { files } from '../../schema/files.ts';
import { largePicture, png } from '../../testing/small-files.ts';
import { copyFile } from './copy-file.ts';
import { storeFetchedFile } from './fetched-file.ts';
import { previewKey } from './keys.ts';
import { inspectAgain, inspectLater } from './later-inspection.ts';
import { filesHarness } from './testing/files-harness.ts';

const harness = filesHarness();
let photo: Buffer;
let owner: WorkspaceId;
beforeAll(async () => {
  photo = await largePicture();
});
beforeEach(async () => {
  owner = await harness.openWorkspace();
});

const full = { inspect: vi.fn(async () => null) };
/** The dependencies with an inspector whose queue is full. */
const busy = () => ({ ...harness.deps, mediaInspector: { ...harness.deps.mediaInspector, ...full } });
const rowOf = async (id: string) => {
  const [row] = await harness.deps.database.db.select().from(files).where(eq(files.id, id));
  if (row === undefined) throw new Error('there is no such file');
  return row;
};
/** Returns the files that wait for an inspection. */
const waiting = async () => {
  const { rows } = await harness.deps.database.db.execute<{ id: string }>(sql`
    select payload ->> 'fileId' as id from graphile_worker._private_jobs join graphile_worker._private_tasks t on t.id = task_id
    where t.identifier = ${inspectLater.name} and payload ->> 'workspaceId' = ${owner}`);
  return rows.map(({ id }) => id);
};

async function uploadPhoto() {
  const there = harness.uploads(busy());
  const presigned = await there.announce(owner, {
    purpose: 'material',
    contentType: 'image/jpeg',
    bytes: photo,
  });
  await there.receive(presigned, photo);
  await there.complete(owner, presigned.fileId);
  return presigned.fileId;
}

describe('a file that a full queue refuses', () => {
  it('counts as complete, and gets its size and its preview by the job', async () => {
    const id = await uploadPhoto();
    expect(await rowOf(id)).toMatchObject({ state: 'stored', width: null, previewSize: null });
    expect(await waiting()).toEqual([id]);
    expect(await inspectAgain(busy(), id)).toBe('busy');
    const seen = { width: 800, height: 600, previewSize: expect.any(Number) };
    expect(await inspectAgain(harness.deps, id)).toMatchObject(seen);
    expect(await rowOf(id)).toMatchObject(seen);
    const { previewSize } = await rowOf(id);
    expect(await harness.deps.fileStore.peek(previewKey(id), 1)).toMatchObject({ size: previewSize });
  });

  it('has copies that are inspected by jobs as well', async () => {
    const id = await uploadPhoto();
    const uploader = { owner, uploadedBy: 'sub-account 1' };
    const copy = await copyFile(harness.deps, uploader, await rowOf(id), 'message');
    expect(await waiting()).toEqual([id, copy.id]);
  });

  it('gets a job as well when it was fetched from a platform', async () => {
    const wanted = { workspaceId: owner, purpose: 'message', name: 'a.png', maxBytes: 1_000 } as const;
    const stored = await storeFetchedFile(busy(), wanted, Readable.from([png]));
    expect(await waiting()).toEqual(stored === 'too-large' ? [] : [stored.fileId]);
  });

  it('needs no inspection once it is gone', async () => {
    const id = await uploadPhoto();
    await harness.uploads().removeAfter(25 * 60 * 60_000);
    expect(await inspectAgain(harness.deps, id)).toBeNull();
  });
});

it('takes a workspace’s customers as one sender and its own people as another', async () => {
  full.inspect.mockClear();
  await uploadPhoto();
  const wanted = { workspaceId: owner, purpose: 'message', name: 'a.png', maxBytes: 1_000 } as const;
  await storeFetchedFile(busy(), wanted, Readable.from([png]));
  expect(full.inspect.mock.calls).toMatchObject([
    [{}, { sender: `${owner} people` }],
    [{}, { sender: `${owner} customers` }],
  ]);
});
