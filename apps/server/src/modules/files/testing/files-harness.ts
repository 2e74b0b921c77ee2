/** The operations on files as their uploaders and users call them, on a database and a folder, without the app. */
import { Readable } from 'node:stream';
import type { FilePurpose } from '@parley/contract/files';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { files } from '../../../schema/files.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { type FilesPlace, openFilesPlace } from '../../../testing/files-place.ts';
import { png } from '../../../testing/small-files.ts';
import { testClock } from '../../../testing/test-clock.ts';
import {
  type FilesDeps,
  finishUpload,
  keepFiles,
  presign,
  readCompleteFile,
  receiveUpload,
  releaseFiles,
  removeUnused,
  uploadOf,
  uploadPath,
} from '../service.ts';
import type { FileOwner } from '../store.ts';

type Wanted = { purpose?: FilePurpose; contentType?: string; bytes?: Uint8Array };
type Presigned = Awaited<ReturnType<typeof presign>>;

const uploaderIn = (owner: WorkspaceId) => ({ owner, uploadedBy: null });

/** Registers hooks that open one database and one folder per file. */
export function filesHarness() {
  const clock = testClock();
  let held: FilesPlace;
  beforeAll(async () => {
    held = await openFilesPlace(clock);
  });
  afterAll(() => held.close());
  return {
    clock,
    get deps() {
      return held.deps;
    },
    get folder() {
      return held.folder;
    },
    async openWorkspace(): Promise<WorkspaceId> {
      const id = trustWorkspaceId(newId());
      await held.deps.database.db.insert(workspaces).values({ id });
      return id;
    },
    /** The operations with the bytes in this folder, unless others are given. */
    uploads: (given: Partial<FilesDeps> = {}) => uploadsOf(() => ({ ...held.deps, ...given })),
    ...usesOf(() => held.deps),
  };
}

function uploadsOf(deps: () => FilesDeps) {
  const announce = (owner: WorkspaceId, { purpose, contentType, bytes = png }: Wanted = {}) =>
    presign(deps(), uploaderIn(owner), {
      purpose: purpose ?? 'avatar',
      contentType: contentType ?? 'image/png',
      size: bytes.length,
      fileName: 'me.png',
    });
  /** Uploads through the server. */
  async function receive({ uploadUrl }: Presigned, bytes: Uint8Array = png): Promise<void> {
    const file = await uploadOf(deps(), uploadUrl.slice(uploadPath.length));
    await receiveUpload(deps(), file, Readable.from([bytes]));
  }
  const complete = (owner: WorkspaceId, fileId: string) => finishUpload(deps(), uploaderIn(owner), fileId);
  return {
    announce,
    receive,
    complete,
    /** Uploads a picture completely. Returns its id. */
    async upload(owner: WorkspaceId): Promise<string> {
      const presigned = await announce(owner);
      await receive(presigned);
      await complete(owner, presigned.fileId);
      return presigned.fileId;
    },
    /** Runs the hourly removal as after this time. */
    removeAfter(ms: number): Promise<void> {
      const { clock } = deps();
      return removeUnused(
        { ...deps(), clock: { ...clock, now: () => clock.now() + ms } },
        new AbortController().signal,
      );
    },
  };
}

function usesOf(deps: () => FilesDeps) {
  const inUse = (owner: FileOwner, fileIds: readonly string[], purpose: FilePurpose = 'avatar') => ({
    owner,
    purpose,
    fileIds,
  });
  type Use = Parameters<typeof inUse>;
  return {
    keep: (...use: Use) => transaction(deps().database, (tx) => keepFiles(tx, inUse(...use))),
    release: (...use: Use) => transaction(deps().database, (tx) => releaseFiles(tx, inUse(...use))),
    /** Returns whether the file may be shown. */
    async isComplete(fileId: string): Promise<boolean> {
      try {
        await readCompleteFile(deps(), fileId);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ error: 'resource.not-found' });
        return false;
      }
    },
    /** Returns the file's state; undefined if it has no row. */
    async stateOf(fileId: string): Promise<string | undefined> {
      const rows = await deps().database.db.select().from(files).where(eq(files.id, fileId));
      return rows[0]?.state;
    },
  };
}
