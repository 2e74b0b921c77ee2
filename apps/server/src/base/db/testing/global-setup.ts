import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findPostmaster,
  type PostgresSettings,
  startEmbeddedDatabase,
  stopPostmaster,
} from '@parley/embedded-postgres';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { migrate } from '../migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's own PostgreSQL, as its superuser; its database `parley` is the migrated template. */
    testDatabaseUrl: string;
  }
}

/** No data has to survive a crash. */
const throwaway: PostgresSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  max_connections: '300',
  // Dropping a database searches all shared buffers for its pages.
  shared_buffers: '256MB',
};

const prefix = 'parley-test-run-';

/**
 * For vitest's `globalSetup`: starts one PostgreSQL for the whole run, with a migrated template that `testDatabase` clones.
 * Returns a function that stops it. A run that was killed leaves its own running; the next run removes it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers(tmpdir());
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // mkdtemp creates a private folder, and the database may run as another user.
  await chmod(dataDir, 0o711);
  const log = pino({ level: 'silent' });
  const database = await startEmbeddedDatabase({ dataDir, log, settings: throwaway, durable: false });
  const stop = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(database.url, log);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('testDatabaseUrl', database.adminUrl);
  return stop;
}

/** Stops and removes the databases below `folder` whose test run, named in their folder's name, has ended. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const run = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (run === undefined || isAlive(Number(run))) continue;
    const cluster = join(folder, name, 'postgres');
    const pid = (await findPostmaster(cluster))?.pid;
    if (pid !== undefined) await stopPostmaster(cluster, pid);
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
