import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** For Vitest's `globalSetup`: builds the server's bundle, unless it is up to date. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'run.ts'), 'server'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('the server could not be built');
}
