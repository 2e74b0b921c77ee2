import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeLeftFolders, temporaryFolder } from './temporary-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'parley-parent-'));
});
afterEach(() => rm(parent, { recursive: true }));

const now = Date.UTC(2026, 0, 2);
async function leave(name: string, hoursAgo: number) {
  const path = join(parent, name);
  await mkdir(path);
  await writeFile(join(path, 'file'), 'bytes');
  const at = now / 1000 - hoursAgo * 3_600;
  await utimes(path, at, at);
}

it('removes the folders of killed processes, and none that is still in use or not its own', async () => {
  await leave('parley-file-left', 25);
  await leave('parley-file-of-another', 23);
  await leave('else', 700);
  {
    await using folder = await temporaryFolder(parent);
    const written = new Date(now);
    await utimes(folder.path, written, written);
    await removeLeftFolders(now, parent);
    expect((await readdir(parent)).map((name) => join(parent, name))).toContain(folder.path);
  }
  expect((await readdir(parent)).sort()).toEqual(['else', 'parley-file-of-another']);
});
