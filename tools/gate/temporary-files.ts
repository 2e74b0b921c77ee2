import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Linux keeps in memory what is written there. */
const memory = '/dev/shm';
/** Bytes that must be free there: a run uses up to a gigabyte. Containers often have 64 MB. */
const room = 4 * 1024 ** 3;
const prefix = 'parley-tests-';

/**
 * Puts the temporary files of this process and its children into memory, where there is room, until it ends. A test
 * database is a thousand small files, and a run makes hundreds of them: on a disk's file system that took a fifth of the
 * processors' time. A TMPDIR that is set stays.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom(memory)) return;
  const folder = makeRunFolder(memory);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Returns a folder for this process, and removes those of processes that ended without doing so. */
export function makeRunFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    // A database that was left running there stops when its files are gone.
    if (Number.isInteger(owner) && !runs(owner))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = path.join(parent, `${prefix}${process.pid}`);
  // Databases run as another user than root, who has to get through.
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
