import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeRunFolder } from './temporary-files.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'temporary-files-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a run removes the files of ended runs, and no others', () => {
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const kept = [`parley-tests-${process.ppid}`, 'parley-tests-notes', 'another'];
  for (const name of [...kept, `parley-tests-${ended}`]) {
    mkdirSync(path.join(parent, name));
    writeFileSync(path.join(parent, name, 'file'), 'x');
  }
  const folder = makeRunFolder(parent);
  expect(existsSync(path.join(parent, `parley-tests-${ended}`))).toBe(false);
  for (const name of kept) expect(existsSync(path.join(parent, name, 'file'))).toBe(true);
  expect(path.dirname(folder)).toBe(parent);
  expect(makeRunFolder(parent)).toBe(folder);
});
