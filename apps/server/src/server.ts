/** Runs a complete server: the app and, unless one is configured, its embedded database. */

import { type EmbeddedDatabase, startEmbeddedDatabase } from '@parley/embedded-postgres';
import { type App, type Config, startApp } from './app.ts';
import { assertNoUnfinishedRestoreAt } from './backup/unfinished-restore.ts';
import { systemClock } from './base/clock.ts';
import { databaseErrorCode, isDatabaseGone } from './base/db/database.ts';
import { migrate } from './base/db/migrate.ts';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import type { Log } from './base/log.ts';
import { ConfigError } from './config.ts';

export type Server = Pick<App, 'url' | 'madeOperator'> & {
  /** Drains, closes, and stops the embedded database: within five seconds, even if something hangs. */
  close(): Promise<void>;
};

/** Time limit from the call of `close` to the end of the database's process, in ms. */
const closingLimitMs = 4_500;
/** The least time for the database to flush its memory, in ms; the rest remains in its write-ahead log. */
const minForDatabaseMs = 1_000;

/** Resolves once it listens. A failed start leaves nothing running. */
export async function startServer(config: Config, log: Log, onTakenOver: () => void): Promise<Server> {
  ignorePostgresVariables(process.env);
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded(config, log, onTakenOver) : null;
  try {
    const databaseUrl = embedded?.url ?? config.DATABASE_URL ?? '';
    await openData(databaseUrl, log).catch((error: unknown) => {
      throw embedded === null ? explained(error) : error;
    });
    const app = await startApp({ config, databaseUrl, log, soleProcess: embedded !== null });
    return {
      url: app.url,
      madeOperator: app.madeOperator,
      async close() {
        const began = performance.now();
        // A request that hangs must not keep the database running: stopping it cuts the request off.
        await Promise.race([app.close(), systemClock.sleep(closingLimitMs - minForDatabaseMs)]);
        const left = closingLimitMs - (performance.now() - began);
        await embedded?.stop(Math.max(minForDatabaseMs, left));
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function openData(databaseUrl: string, log: Log): Promise<void> {
  await assertNoUnfinishedRestoreAt(databaseUrl);
  await migrate(databaseUrl, log);
}

/** Wraps connection failures of a configured database: its address and credentials are the first things to check. */
function explained(error: unknown): unknown {
  const refused = /^(28|3D)/.test(databaseErrorCode(error) ?? '');
  if (!refused && !isDatabaseGone(error)) return error;
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const said = first instanceof Error ? first.message : String(first);
  const reason = said === 'timeout expired' ? "it takes connections and doesn't answer within 10 s" : said;
  return new ConfigError(`The database that DATABASE_URL names can't be used: ${reason}`, { cause: error });
}

function startEmbedded(config: Config, log: Log, onTakenOver: () => void): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({ dataDir: config.dataDir, log, onTakenOver });
}
