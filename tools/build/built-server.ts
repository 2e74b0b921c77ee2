import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** For Vitest's `globalSetup`: has the server's bundle built, unless it is of the present sources. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'run.ts'), 'server'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('the server could not be built');
}
