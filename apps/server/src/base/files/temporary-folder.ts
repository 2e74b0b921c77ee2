import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than any file is read or written: a folder that is older was left by a process that was killed. */
const leftMs = 24 * 3_600_000;
const prefix = 'parley-file-';

/** A folder in the system's place for temporary files, gone when it is disposed. */
export async function temporaryFolder(parent = tmpdir()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(parent, prefix));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Removes those that killed processes have left. Another user's stay. */
export async function removeLeftFolders(now: number, parent = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < now - leftMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
