import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPostgres, repairSymlinks } from './binaries.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-binaries-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

it('finds programs that run, of the version that it names', async () => {
  const { postgres, initdb, major } = await findPostgres();
  for (const program of [postgres, initdb]) {
    const { stdout } = await promisify(execFile)(program, ['--version']);
    expect(stdout).toContain(`(PostgreSQL) ${major}.`);
  }
});

it('creates the links of a package whose install script did not run', async () => {
  await mkdir(join(root, 'native', 'lib'), { recursive: true });
  await writeFile(join(root, 'native', 'lib', 'libpq.so.5.18'), '');
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  await Promise.all([repairSymlinks('a-package', root), repairSymlinks('a-package', root)]);
  await repairSymlinks('a-package', root);
  expect(await readlink(join(root, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
});

it('names the cure when a link can not be created', async () => {
  await mkdir(join(root, 'native'), { recursive: true });
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  await expect(repairSymlinks('a-package', root)).rejects.toThrow('Run npm rebuild a-package');
});

it('needs nothing where a package has no list', async () => {
  await expect(repairSymlinks('a-package', root)).resolves.toBeUndefined();
});
