/** Connects commands to the installation's database, with or without a running server. */
import { type DatabaseVisit, visitEmbeddedDatabase } from '@parley/embedded-postgres';
import { pino } from 'pino';
import { z } from 'zod';
import { connectDatabase, type Database, databaseErrorCode } from './base/db/database.ts';
import { ConfigError } from './config.ts';

/** The only two variables that are read; nothing is created. */
const environment = z.object({
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string().optional(),
});
const log = pino({ level: 'silent' });

/**
 * Runs the work on the database that the variables name. An embedded one that isn't running is started, and stopped
 * afterwards. Throws `ConfigError` if the server hasn't brought it up to date yet.
 */
export async function visitDatabase<T>(
  variables: NodeJS.ProcessEnv,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment.parse(variables);
  const visited: DatabaseVisit = url
    ? { url, leave: async () => undefined }
    : await visitEmbeddedDatabase(dataDir || './data', log);
  try {
    const database = connectDatabase(visited.url, log, 1);
    try {
      return await work(database).catch(unmigrated);
    } finally {
      await database.close();
    }
  } finally {
    await visited.leave();
  }
}

function unmigrated(error: unknown): never {
  const unknownTableOrColumn = ['42P01', '42703'].includes(databaseErrorCode(error) ?? '');
  if (!unknownTableOrColumn) throw error;
  throw new ConfigError(
    'The database is of an earlier version. Start the server once, it brings it up to date.',
  );
}
