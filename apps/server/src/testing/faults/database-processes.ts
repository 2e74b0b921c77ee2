import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster } from '@parley/embedded-postgres';

/**
 * Returns the process ids of the embedded database in `dataDir`, the postmaster first; none if it isn't running. They share no
 * process group, because PostgreSQL gives each child its own. Linux only.
 */
export async function databaseProcesses(dataDir: string): Promise<number[]> {
  const found = await findPostmaster(join(dataDir, 'postgres'));
  if (found === null) return [];
  const children = await readFile(`/proc/${found.pid}/task/${found.pid}/children`, 'utf8').catch(() => '');
  return [found.pid, ...children.split(' ').filter(Boolean).map(Number)];
}
