import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { checkedKey, type FileStore } from './file-store.ts';

/** A draft that is older was left by a process that was killed. */
const draftMs = 3_600_000;

/** Files below `folder`, which is made when the first one comes. Several processes may share it. */
export function createLocalFiles(folder: string, { now }: Pick<Clock, 'now'>): FileStore {
  const pathOf = (key: string) => join(folder, checkedKey(key));
  const drafts = join(folder, 'drafts');
  let tidied: Promise<void> | null = null;
  return {
    presignPut: async () => null,
    uploadOrigin: null,
    async read(key, maxBytes) {
      const path = pathOf(key);
      try {
        if ((await stat(path)).size > maxBytes) return 'too-large';
        return await readFile(path);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      tidied ??= removeOlder(drafts, now() - draftMs);
      await tidied;
      // Aside and then moved to its place, so that a server which is killed leaves no half of it there.
      const draft = join(drafts, newId());
      try {
        await writeDurably(draft, bytes);
        await rename(draft, path);
        await syncFolder(dirname(path));
      } finally {
        await rm(draft, { force: true });
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
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

/** The name too has to outlive a power failure, not the bytes alone. Windows opens no folders, and needs it not. */
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
