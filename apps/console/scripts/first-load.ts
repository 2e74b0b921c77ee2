/**
 * `npm run size -w apps/console`: how much script a browser loads before the page's own, gzipped, from the last
 * build's manifest. Prints a table; fails when it is over the budget.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { closureOf, type Manifest } from './closure.ts';

/** 250 KB of 1024 bytes. */
const budget = 250 * 1024;

const dist = path.resolve(import.meta.dirname, '../dist');
// Vite's own shape, written by the build just before.
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Every visitor loads the entry and the texts of one language; Chinese is the default. */
const starts = ['index.html', 'src/app/locales/zh-CN.json', '../../packages/ui/src/locales/zh-CN.json'];
const sizes = closureOf(manifest, starts)
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, bytes: gzipSync(readFileSync(path.join(dist, file))).length }))
  .sort((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

const kb = (bytes: number) => (bytes / 1024).toFixed(1).padStart(7);
for (const { file, bytes } of sizes) process.stdout.write(`${kb(bytes)} KB  ${file}\n`);
process.stdout.write(`${kb(total)} KB  of ${kb(budget).trim()} KB\n`);
if (total > budget) {
  process.stderr.write('The first load is over its budget: load the newcomer where it is needed.\n');
  process.exitCode = 1;
}
