import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Linux keeps files in this folder in memory. */
const memory = '/dev/shm';
/** Free bytes that it must have: a run uses up to a gigabyte. Containers often have 64 MB. */
const room = 4 * 1024 ** 3;
const prefix = 'parley-tests-';

/**
 * Keeps the temporary files of this process and its children in memory until it ends, if there is enough. A test database is a
 * thousand small files, and a run creates hundreds: on a disk's file system that took a fifth of the CPU time. A configured
 * TMPDIR is respected.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom(memory)) return;
  const folder = makeRunFolder(memory);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Returns a folder for this process, and removes those of processes that ended without removing theirs. */
export function makeRunFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    // A database left running there stops when its files are removed.
    if (Number.isInteger(owner) && !runs(owner))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = path.join(parent, `${prefix}${process.pid}`);
  // As root, databases run as another user, which must be able to enter.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= room;
  } catch {
    return false;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
