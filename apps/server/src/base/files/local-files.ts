import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { checkedKey, type FileStore } from './file-store.ts';

/** A draft older than this was left behind by a process that was killed. */
const draftMs = 3_600_000;

type Place = (key: string, fill: (draft: string) => Promise<boolean>) => Promise<boolean>;

/**
 * Returns a function that writes a draft and then moves it into place, so that a killed server leaves no partial
 * file.
 */
function createPlacing(folder: string, pathOf: (key: string) => string, now: () => number): Place {
  const drafts = join(folder, 'drafts');
  let tidied: Promise<void> | null = null;
  return async (key, fill) => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    tidied ??= removeOlder(drafts, now() - draftMs);
    await tidied;
    const draft = join(drafts, newId());
    try {
      if (!(await fill(draft))) return false;
      await rename(draft, path);
      await syncFolder(dirname(path));
      return true;
    } finally {
      await rm(draft, { force: true });
    }
  };
}

/** Stores files below `folder`, which is created with the first one. Several processes may share it. */
export function createLocalFiles(folder: string, { now }: Pick<Clock, 'now'>): FileStore {
  const pathOf = (key: string) => join(folder, checkedKey(key));
  const place = createPlacing(folder, pathOf, now);
  return {
    presignPut: async () => null,
    uploadOrigin: null,
    async receive(key, body, size) {
      return place(key, async (draft) => {
        const complete = await writeExactly(draft, body, size);
        if (complete) await syncFile(draft);
        return complete;
      });
    },
    async peek(key, count) {
      return orNull(async () => {
        await using file = await open(pathOf(key), 'r');
        const { bytesRead, buffer } = await file.read(Buffer.alloc(count), 0, count, 0);
        return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
      });
    },
    async copy(from, to) {
      return (await orNull(() => place(to, copying(pathOf(from))))) ?? false;
    },
    async onDisk(key, maxBytes) {
      const path = pathOf(key);
      return orNull(async () => {
        const { size } = await stat(path);
        if (size > maxBytes) return 'too-large';
        return { path, size, [Symbol.asyncDispose]: () => Promise.resolve() };
      });
    },
    async stream(key, { first, last }) {
      return orNull(async () => {
        const file = await open(pathOf(key), 'r');
        return file.createReadStream({ start: first, end: last });
      });
    },
    async read(key, maxBytes) {
      const path = pathOf(key);
      return orNull(async () => ((await stat(path)).size > maxBytes ? 'too-large' : readFile(path)));
    },
    async putFile(key, { path }) {
      await place(key, copying(path));
    },
    async write(key, bytes) {
      await place(key, async (draft) => {
        await writeDurably(draft, bytes);
        return true;
      });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

const copying = (source: string) => async (draft: string) => {
  await copyFile(source, draft, constants.COPYFILE_FICLONE);
  await syncFile(draft);
  return true;
};

/** Returns null if the file doesn't exist. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Writes a body of exactly `size` bytes. Returns false for another length, and stops reading when it is exceeded. */
async function writeExactly(path: string, body: Readable, size: number): Promise<boolean> {
  let bytes = 0;
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(
    body,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > size) return;
        yield piece;
      }
    },
    file,
  );
  return bytes === size;
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

async function removeOlder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Flushes a folder, so that file names survive a power failure as well as their bytes. Windows can't open folders and
 * doesn't need it.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
