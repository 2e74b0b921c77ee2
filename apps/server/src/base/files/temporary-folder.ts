import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than reading or writing any file takes: an older folder was left behind by a process that was killed. */
const leftMs = 24 * 3_600_000;
const prefix = 'parley-file-';

/** Creates a temporary folder that is removed when disposed. */
export async function temporaryFolder(parent = tmpdir()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(parent, prefix));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Removes the folders that killed processes left behind. Those of other users remain. */
export async function removeLeftFolders(now: number, parent = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < now - leftMs)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
