import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { findPostgres } from './binaries.ts';
import {
  claimDatabase,
  type DatabaseClaim,
  type EmbeddedLog,
  type OwnedDatabase,
  pickFreePort,
  reclaimDatabase,
} from './claim.ts';
import { openCluster, sweepUnfinished } from './cluster.ts';
import { DataDirInUse } from './errors.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { type PostgresSettings, postgresSettings } from './settings.ts';

export type EmbeddedOptions = {
  /** Created if absent. The database is in its folder `postgres`, its password in `postgres.password`. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /**
   * Called once if another server has taken over the data directory, which can only happen after this server's database
   * stopped: this server can't continue and should end. The database now belongs to the other server, and `stop` leaves it
   * alone.
   */
  readonly onTakenOver?: (error: DataDirInUse) => void;
  /** Override the defaults of `settings.ts`. */
  readonly settings?: PostgresSettings;
  /** False for a database that a test discards: creating it skips the flush to disk. */
  readonly durable?: boolean;
  readonly pickPort?: () => Promise<number>;
  readonly lockWaitMs?: number;
};

export type EmbeddedDatabase = {
  /** URL of the database `parley`, as its owner `parley`, who is no superuser. Constant for this process's lifetime. */
  readonly url: string;
  /** URL of the database `postgres`, as the superuser. */
  readonly adminUrl: string;
  /**
   * Stops the database and waits until it is down. Every call gets the same promise. `limitMs`: time to flush its memory;
   * after that it ends at once, and recovers from its write-ahead log at the next start.
   */
  stop(limitMs?: number): Promise<void>;
};

/**
 * Starts the PostgreSQL under `dataDir` and keeps it running until `stop`: created on the first start, taken over if a killed
 * server left it running, recovered if it was killed itself, restarted when it dies. Throws `DataDirInUse` when a living
 * server uses it, otherwise `EmbeddedDatabaseError` with a sentence for the operator.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, pickPort = pickFreePort, lockWaitMs = 3_000, durable = true } = options;
  const began = performance.now();
  const cluster = await openCluster(resolve(options.dataDir), await findPostgres(), durable);
  const settings = { ...postgresSettings, ...options.settings };
  const claim: DatabaseClaim = { cluster, log, settings, pickPort, lockWaitMs };
  const owned = await claimDatabase(claim);
  const { port, pid } = owned.postmaster;
  await sweepUnfinished(cluster.dataDir);
  await prepare(owned.lock.client, cluster.password);
  const ms = Math.round(performance.now() - began);
  log.info({ port, pid, takenOver: owned.takenOver, ms }, 'embedded database is ready');
  const keeper = keep(claim, owned, options.onTakenOver ?? (() => undefined));
  const address = `${cluster.password}@127.0.0.1:${port}`;
  return {
    url: `postgres://parley:${address}/parley`,
    adminUrl: `postgres://postgres:${address}/postgres`,
    stop: keeper.stop,
  };
}

/** Creates the server's role and database, each if missing, because a first start can be killed between the steps. */
async function prepare(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = 'parley') as role,
            exists (select from pg_database where datname = 'parley') as database`,
  );
  if (!rows[0]?.role) {
    await client.query(`create role parley login password ${client.escapeLiteral(password)}`);
    await client.query('grant pg_monitor to parley');
  }
  if (!rows[0]?.database) await client.query('create database parley owner parley');
}

/** Watches the owner lock's connection, which ends with the database, and restores both. */
function keep(claim: DatabaseClaim, first: OwnedDatabase, onTakenOver: (error: DataDirInUse) => void) {
  const stopping = new AbortController();
  const asked = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve());
  });

  /** Returns the database that this process owns at the end; null if another server owns it or it isn't running. */
  const watch = async () => {
    let owned: OwnedDatabase | null = first;
    let pause = 0;
    while (owned !== null) {
      const since = performance.now();
      await Promise.race([owned.lock.lost, asked]);
      if (stopping.signal.aborted) break;
      claim.log.warn({ pid: owned.postmaster.pid }, 'the embedded database went away');
      // Backs off when a database repeatedly dies soon after its start.
      pause = performance.now() - since > 10_000 ? 0 : nextPause(pause);
      owned = await regain(claim, first.postmaster.port, pause, stopping.signal, onTakenOver);
    }
    return owned;
  };
  const watching = watch();

  const shutDown = async (limitMs: number | undefined) => {
    stopping.abort();
    const owned = await watching;
    if (owned === null) return;
    await stopPostmaster(claim.cluster.folder, owned.postmaster.pid, limitMs);
    await owned.lock.lost;
  };
  let stopped: Promise<void> | null = null;
  return {
    stop: (limitMs?: number) => {
      stopped ??= shutDown(limitMs);
      return stopped;
    },
  };
}

function nextPause(ms: number): number {
  return Math.min(5_000, ms * 2 + 100);
}

/**
 * Retries until this process owns the database again; returns null if another server has it (reported) or this one is
 * stopping.
 */
async function regain(
  claim: DatabaseClaim,
  port: number,
  firstPause: number,
  stopping: AbortSignal,
  onTakenOver: (error: DataDirInUse) => void,
): Promise<OwnedDatabase | null> {
  for (let pause = firstPause; ; pause = nextPause(pause)) {
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
    // While stopping, a database that still runs must be claimed first, so that it is stopped and not orphaned.
    if (stopping.aborted && (await findPostmaster(claim.cluster.folder)) === null) return null;
    try {
      const owned = await reclaimDatabase(claim, port, stopping);
      if (owned === null) return null;
      claim.log.info({ pid: owned.postmaster.pid }, 'the embedded database is back');
      return owned;
    } catch (error) {
      if (error instanceof DataDirInUse) {
        claim.log.error({ err: error }, 'another server has taken the data directory');
        onTakenOver(error);
        return null;
      }
      claim.log.error({ err: error }, 'the embedded database does not come back yet');
      if (stopping.aborted) return null;
    }
  }
}
