import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressBuild } from './compress.ts';
import { fingerprint } from './fingerprint.ts';

/**
 * `node tools/build/run.ts [app …]`: bundles server, console, desk, share page and widget, or the named ones, with Vite into
 * their `dist/`, and compresses the files that browsers fetch. Skips an app whose inputs have not changed since its last
 * build.
 */
const root = path.resolve(import.meta.dirname, '../..');
const marks = path.join(root, 'node_modules/.cache/build');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');

async function build(app: string): Promise<void> {
  const folder = path.join(root, 'apps', app);
  const mark = path.join(marks, app);
  const print = fingerprint(root, app);
  const built = existsSync(path.join(folder, 'dist')) && existsSync(mark);
  if (built && readFileSync(mark, 'utf8') === print) return;
  console.log(`building apps/${app}`);
  // A failed build leaves a `dist/` that matches no inputs.
  rmSync(mark, { force: true });
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    process.exitCode = 1;
    return;
  }
  if (app !== 'server') await compressBuild(path.join(folder, 'dist'));
  mkdirSync(marks, { recursive: true });
  writeFileSync(mark, print);
}

const named = process.argv.slice(2);
const apps = ['server', 'console', 'desk', 'share', 'widget'];
for (const app of named.length > 0 ? named : apps) await build(app);
