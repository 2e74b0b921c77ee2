import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedLog } from './claim.ts';
import { EmbeddedDatabaseError, hasCode } from './errors.ts';
import { findPostmaster } from './postmaster.ts';
import { startEmbeddedDatabase } from './start.ts';

export type DatabaseVisit = {
  /** URL of the database `parley`, as its owner. */
  readonly url: string;
  /** Restores the previous state: running or not. */
  leave(): Promise<void>;
};

/**
 * Opens the database under `dataDir` alongside its server: a running one is used as it is, whichever process runs it; a
 * stopped one is started, and stopped again afterwards. Throws `EmbeddedDatabaseError` if there is none, and creates nothing.
 */
export async function visitEmbeddedDatabase(dataDir: string, log: EmbeddedLog): Promise<DatabaseVisit> {
  const folder = join(resolve(dataDir), 'postgres');
  if (!(await isThere(join(folder, 'PG_VERSION'))))
    throw new EmbeddedDatabaseError(
      `There is no database in ${folder}. Which DATA_DIR does the server have?`,
    );
  const port = await portOf(folder);
  if (port === null) {
    const database = await startEmbeddedDatabase({ dataDir, log });
    return { url: database.url, leave: () => database.stop() };
  }
  const password = (await readFile(join(resolve(dataDir), 'postgres.password'), 'utf8')).trim();
  return { url: `postgres://parley:${password}@127.0.0.1:${port}/parley`, leave: async () => undefined };
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    },
  );
}

/** Returns the port; null if it isn't running. Waits while it is starting or stopping. */
async function portOf(folder: string): Promise<number | null> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const found = await findPostmaster(folder);
    if (found === null) return null;
    if (found.state === 'ready' && found.port !== null) return found.port;
    await delay(20);
  }
  throw new EmbeddedDatabaseError(
    `The database in ${folder} takes no connections. Its log is in ${folder}/log.`,
  );
}
