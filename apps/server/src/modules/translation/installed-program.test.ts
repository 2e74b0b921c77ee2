import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installedProgram } from './installed-program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-'));
  await writeFile(join(folder, 'program'), '#!/bin/sh\n');
  await chmod(join(folder, 'program'), 0o755);
  await writeFile(join(folder, 'text'), '');
  await chmod(join(folder, 'text'), 0o644);
  await mkdir(join(folder, 'folder'));
});
afterAll(() => rm(folder, { recursive: true }));

it('finds programs by name on the path and by their own path, and nothing else', () => {
  const isInstalled = installedProgram(`/nowhere::${folder}`);
  expect(isInstalled('program')).toBe(true);
  expect(isInstalled(join(folder, 'program'))).toBe(true);
  expect(['text', 'folder', 'other', join(folder, 'other')].some(isInstalled)).toBe(false);
  expect(installedProgram('')('program')).toBe(false);
});
