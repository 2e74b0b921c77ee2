import type { Readable } from 'node:stream';
import { type FilePurpose, fileRules } from '@parley/contract/files';
import type { Clock } from '../../base/clock.ts';
import { hashToken, randomToken } from '../../base/crypto/tokens.ts';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import type { ByteRange, FileOnDisk, FileStore } from '../../base/files/file-store.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { FileRow } from '../../schema/files.ts';
import { unknownFacts } from './inspection/media-facts.ts';
import type { MediaInspector } from './inspection/media-inspector.ts';
import { incomingKey, keptKey, previewKey } from './keys.ts';
import { addInspection } from './later-inspection.ts';
import { isOfType } from './media-type.ts';
import { nameOfType } from './name-of-type.ts';
import { inspectStored } from './previews.ts';
import * as store from './store.ts';

export type FilesDeps = {
  database: Database;
  clock: Clock;
  fileStore: FileStore;
  mediaInspector: MediaInspector;
};

const minute = 60_000;
const hour = 60 * minute;

/** Validity of an upload's address. */
const uploadMs = 10 * minute;
/** Most unused files of one uploader, so that requests alone can't fill the disk. */
export const maxUnused = 20;

export const uploadPath = '/api/files/upload/';
/** The same path for pages of other origins, which may reach visitors' addresses only. */
export const visitorUploadPath = '/api/visitor/uploads/';

/** The address of a file. */
export function fileUrl(fileId: string): string {
  return `/api/files/${fileId}`;
}

export type UploadRequest = { fileName: string; contentType: string; size: number; purpose: FilePurpose };

type UploadingCaller =
  | { audience: 'operator' }
  | { audience: 'console'; workspaceId: WorkspaceId }
  | { audience: 'desk'; workspaceId: WorkspaceId; subAccountId: string }
  | { audience: 'visitor'; workspaceId: WorkspaceId; visitorId: string };

/** Returns a caller as an uploader; no other uploader may use its files. */
export function uploaderOf(caller: UploadingCaller): store.Uploader {
  switch (caller.audience) {
    case 'operator':
      return { owner: null, uploadedBy: null };
    case 'console':
      return { owner: caller.workspaceId, uploadedBy: null };
    case 'desk':
      return { owner: caller.workspaceId, uploadedBy: `sub-account ${caller.subAccountId}` };
    case 'visitor':
      return { owner: caller.workspaceId, uploadedBy: `visitor ${caller.visitorId}` };
  }
}

/** Operators upload brands; agents and visitors upload what they send; owners upload everything else. */
function mayUpload({ owner, uploadedBy }: store.Uploader, purpose: FilePurpose): boolean {
  if (owner === null) return purpose === 'brand';
  return uploadedBy === null ? purpose !== 'brand' && purpose !== 'message' : purpose === 'message';
}

/**
 * Announces an upload and returns its address. Throws `auth.forbidden`, `file.type-refused`, `file.too-large` or
 * `file.too-many`.
 */
export async function presign(deps: FilesDeps, uploader: store.Uploader, request: UploadRequest) {
  const { contentType, size, purpose } = request;
  if (!mayUpload(uploader, purpose)) throw new AppError('auth.forbidden');
  const maxBytes = fileRules[purpose].maxBytes.get(contentType);
  if (maxBytes === undefined) throw new AppError('file.type-refused');
  if (size > maxBytes) throw tooLarge(maxBytes);
  const id = newId();
  const now = deps.clock.now();
  const permission = { contentType, size, expiresInSeconds: uploadMs / 1000 };
  const put = await deps.fileStore.presignPut(incomingKey(id), permission);
  const token = put ? null : randomToken();
  await transaction(deps.database, async (tx) => {
    // Counted under a lock, so that concurrent requests don't exceed the limit.
    await store.lockUploads(tx, uploader);
    if ((await store.countUnused(tx, uploader)) >= maxUnused) throw new AppError('file.too-many');
    await store.insertFile(tx, {
      id,
      workspaceId: uploader.owner,
      purpose,
      name: purpose === 'message' ? nameOfType(request.fileName, contentType) : request.fileName,
      contentType,
      size,
      state: 'uploading',
      stateSince: new Date(now),
      uploadTokenHash: token && hashToken(token),
      uploadedBy: uploader.uploadedBy,
      createdAt: new Date(now),
      ...unknownFacts,
    });
  });
  return {
    fileId: id,
    uploadUrl: put?.url ?? uploadPath + token,
    method: 'PUT' as const,
    headers: put?.headers ?? { 'content-type': contentType },
    expiresAt: now + uploadMs,
  };
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('file.too-large', { details: { maxMb: maxBytes / 1024 / 1024 } });
}

/**
 * Returns the file whose upload a token permits. Throws `resource.not-found` when the token is unknown or expired, or
 * the file is complete.
 */
export async function uploadOf(deps: FilesDeps, token: string): Promise<FileRow> {
  const since = new Date(deps.clock.now() - uploadMs);
  return assertFound(await store.findUpload(deps.database, hashToken(token), since));
}

/** Receives an upload. Throws `file.not-uploaded` when its bytes aren't the announced ones. */
export async function receiveUpload({ fileStore }: FilesDeps, file: FileRow, body: Readable): Promise<void> {
  if (!(await fileStore.receive?.(incomingKey(file.id), body, file.size)))
    throw new AppError('file.not-uploaded');
}

/**
 * Completes an upload after checking its bytes. Throws `resource.not-found`, `file.not-uploaded` or
 * `file.type-refused`. Idempotent.
 */
export async function finishUpload(deps: FilesDeps, uploader: store.Uploader, id: string): Promise<void> {
  const { database, clock, fileStore } = deps;
  const file = await find(deps, uploader, id);
  if (file.state !== 'uploading') return;
  // Renews the state's time, so that the file isn't removed while it is being checked.
  if (!(await store.changeState(database, id, 'uploading', 'uploading', new Date(clock.now())))) return;
  const kept = await storeChecked(deps, file);
  if (!kept) {
    // A concurrent request may have completed it.
    if ((await find(deps, uploader, id)).state !== 'uploading') return;
    throw new AppError('file.not-uploaded');
  }
  const facts = await inspectStored(deps, file);
  await transaction(database, async (tx) => {
    await store.setFacts(tx, id, facts ?? unknownFacts, ['uploading']);
    const isCompleted = await store.changeState(tx, id, 'uploading', 'stored', new Date(clock.now()));
    if (isCompleted && facts === null) await addInspection(tx, clock, file);
  });
  await fileStore.remove(incomingKey(id));
}

/** Longer than what may precede a picture's identifying bytes, such as a color profile. */
const headBytes = 1024 * 1024;

/**
 * Copies the file, checks size and beginning of the copy, which no client can replace, and stores that copy: two
 * concurrent completions can't store anything unchecked. Only the beginning is read into memory. Returns false when the
 * file isn't uploaded. Throws `file.type-refused`.
 */
async function storeChecked(deps: FilesDeps, file: FileRow): Promise<boolean> {
  const { fileStore } = deps;
  await using copy = await reserveCopy(deps, file);
  if (!(await fileStore.copy(incomingKey(file.id), copy.key))) return false;
  const copied = await fileStore.peek(copy.key, headBytes);
  if (copied?.size !== file.size) return false;
  if (!(await isOfType(copied.head, file.contentType))) throw new AppError('file.type-refused');
  return await fileStore.copy(copy.key, keptKey(file.id));
}

/** Reserves a place for a copy until it is disposed. After a crash, the removal of unused files finds it by its row. */
async function reserveCopy({ database, clock, fileStore }: FilesDeps, file: FileRow) {
  const id = newId();
  const since = new Date(clock.now());
  await store.insertFile(database, {
    ...file,
    id,
    state: 'removing',
    stateSince: since,
    uploadTokenHash: null,
  });
  return {
    key: incomingKey(id),
    async [Symbol.asyncDispose]() {
      await fileStore.remove(incomingKey(id));
      await store.deleteFile(database, id);
    },
  };
}

async function find({ database }: FilesDeps, uploader: store.Uploader, id: string): Promise<FileRow> {
  const file = assertFound(await store.findFile(database, id));
  const isUploaders = file.workspaceId === uploader.owner && file.uploadedBy === uploader.uploadedBy;
  if (!isUploaders || !['uploading', 'stored', 'kept'].includes(file.state)) {
    throw new AppError('resource.not-found');
  }
  return file;
}

/** Returns a complete file; the caller checks that it may be seen. Throws `resource.not-found`. */
export async function readCompleteFile({ database }: FilesDeps, id: string): Promise<FileRow> {
  const file = assertFound(await store.findFile(database, id));
  if (!['stored', 'kept'].includes(file.state)) throw new AppError('resource.not-found');
  return file;
}

/** Streams a range of the bytes stored under a key. */
export async function streamFrom({ fileStore }: FilesDeps, key: string, range: ByteRange): Promise<Readable> {
  const stream = await fileStore.stream(key, range);
  if (stream === null) throw new Error(`the bytes under ${key} are lost`);
  return stream;
}

/**
 * Opens an owner's complete file for streaming. Throws `resource.not-found` when there is none with this id, owner and
 * purpose.
 */
export async function openFile(
  deps: FilesDeps,
  owner: store.FileOwner,
  { fileId, purpose }: { fileId: string; purpose: FilePurpose },
): Promise<{ file: FileRow; onDisk: FileOnDisk }> {
  const file = await readCompleteFile(deps, fileId);
  if (file.workspaceId !== owner || file.purpose !== purpose) throw new AppError('resource.not-found');
  const onDisk = await deps.fileStore.onDisk(keptKey(fileId), file.size);
  if (onDisk === null || onDisk === 'too-large') throw new Error(`the bytes of file ${fileId} are lost`);
  return { file, onDisk };
}

/**
 * Marks complete files as in use, until they are released. Returns false when one doesn't exist, belongs to another
 * owner or was uploaded for another purpose; the transaction must then be rolled back.
 */
export async function keepFiles(tx: Tx, inUse: store.FilesInUse): Promise<boolean> {
  const fileIds = [...new Set(inUse.fileIds)];
  return fileIds.length === 0 || (await store.markKept(tx, { ...inUse, fileIds })) === fileIds.length;
}

/**
 * Marks a file as in use that many transactions use concurrently, without a write when it is in use already. To release
 * such a file, call `lockReleasable` first. Returns false when it no longer exists.
 */
export async function keepShared(tx: Tx, inUse: store.FilesInUse): Promise<boolean> {
  const kept = await store.lockKept(tx, inUse, 'together');
  const rest = inUse.fileIds.filter((id) => !kept.includes(id));
  return keepFiles(tx, { ...inUse, fileIds: rest });
}

/** Locks these files before releasing them: no other transaction can mark them as in use until this one ends. */
export async function lockReleasable(tx: Tx, inUse: store.FilesInUse): Promise<void> {
  await store.lockKept(tx, inUse, 'alone');
}

/** Returns an uploader's complete file; null when there is none. */
export async function findUploaded(
  handle: Handle,
  uploader: store.Uploader,
  { fileId, purpose }: { fileId: string; purpose: FilePurpose },
): Promise<FileRow | null> {
  const file = await store.findFile(handle, fileId);
  const isTheirs = file?.workspaceId === uploader.owner && file.uploadedBy === uploader.uploadedBy;
  return isTheirs && file.purpose === purpose && ['stored', 'kept'].includes(file.state) ? file : null;
}

/** Marks an uploader's file as in use and returns it; null when there is none. */
export async function takeUploaded(
  tx: Tx,
  uploader: store.Uploader,
  { fileId, purpose }: { fileId: string; purpose: FilePurpose },
): Promise<FileRow | null> {
  const file = await findUploaded(tx, uploader, { fileId, purpose });
  if (file === null) return null;
  return (await keepFiles(tx, { owner: uploader.owner, purpose, fileIds: [fileId] })) ? file : null;
}

/** Releases files; the next hourly removal deletes them. */
export async function releaseFiles(tx: Tx, inUse: store.FilesInUse): Promise<void> {
  if (inUse.fileIds.length > 0) await store.markReleased(tx, inUse);
}

/** Removes files that were never completed, never used, or released. Can be repeated and stopped at any point. */
export async function removeUnused(deps: FilesDeps, signal: AbortSignal): Promise<void> {
  const { database, clock, fileStore } = deps;
  const now = clock.now();
  const since = {
    uploading: new Date(now - hour),
    stored: new Date(now - 24 * hour),
    // The process that claimed them has died.
    removing: new Date(now - hour),
  };
  while (!signal.aborted) {
    const ids = await store.claimRemovable(database, since, new Date(now), 100);
    if (ids.length === 0) return;
    for (const id of ids) {
      await fileStore.remove(incomingKey(id));
      await fileStore.remove(keptKey(id));
      await fileStore.remove(previewKey(id));
      await store.deleteFile(database, id);
    }
  }
}
