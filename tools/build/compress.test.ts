import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressBuild } from './compress.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'compress-'));
  mkdirSync(path.join(folder, 'assets'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const script = 'export const answer = 42;\n'.repeat(100);

test('writes both variants beside every text file of a build', async () => {
  writeFileSync(path.join(folder, 'assets/index-1a2b.js'), script);
  await compressBuild(folder);
  const read = (name: string) => readFileSync(path.join(folder, 'assets', name));
  expect(String(brotliDecompressSync(read('index-1a2b.js.br')))).toBe(script);
  expect(String(gunzipSync(read('index-1a2b.js.gz')))).toBe(script);
  expect(read('index-1a2b.js.br').length).toBeLessThan(read('index-1a2b.js.gz').length);
});

test('packs with gzip as small as any memory level does', async () => {
  const mixed = `${script}${'Привет, как дела? '.repeat(40)}${script}${'.a{color:red}'.repeat(40)}`;
  writeFileSync(path.join(folder, 'assets/mixed.js'), mixed);
  await compressBuild(folder);
  const packed = readFileSync(path.join(folder, 'assets/mixed.js.gz')).length;
  for (const memLevel of [5, 6, 7, 8])
    expect(packed).toBeLessThanOrEqual(gzipSync(mixed, { level: 9, memLevel }).length);
});

test('leaves alone what is small or compressed already', async () => {
  writeFileSync(path.join(folder, 'parley.svg'), '<svg/>');
  writeFileSync(path.join(folder, 'photo.png'), script);
  await compressBuild(folder);
  expect(readdirSync(folder).sort()).toEqual(['assets', 'parley.svg', 'photo.png']);
});
