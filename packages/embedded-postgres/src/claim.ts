import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { DataDirInUse, EmbeddedDatabaseError } from './errors.ts';
import { askForOwnerLock, type OwnerLock } from './lock.ts';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';
import type { PostgresSettings } from './settings.ts';

/** Logs events of the database; a pino logger fits. */
export type EmbeddedLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

export type DatabaseClaim = {
  readonly cluster: Cluster;
  readonly log: EmbeddedLog;
  readonly settings: PostgresSettings;
  /** Returns a port on 127.0.0.1 that is probably free. */
  readonly pickPort: () => Promise<number>;
  /** Time within which a dead holder of the data directory is detected, in ms. */
  readonly lockWaitMs: number;
};

/** A running database that this process owns. */
export type OwnedDatabase = {
  readonly postmaster: { readonly pid: number; readonly port: number };
  readonly lock: OwnerLock;
  /** True if the database was running already. */
  readonly takenOver: boolean;
};

/** Time limit for the whole claim, including the recovery of a killed database, in ms. */
const claimLimit = 10 * 60_000;

/**
 * Ensures that the cluster's database runs and takes its owner lock. The same loop handles every way in which the previous
 * server ended: find the running postmaster, start one if there is none, request the lock, and start over if the database
 * stopped in the meantime. Throws `DataDirInUse` when a living server has the lock; its database is left alone.
 */
export async function claimDatabase(claim: DatabaseClaim): Promise<OwnedDatabase> {
  const owned = await claimUnlessStopping(claim, undefined);
  if (owned === null) throw new Error('the claim ended without being asked to');
  return owned;
}

/** Null: aborted while no database was running, or while one that it had launched was starting. */
async function claimUnlessStopping(
  claim: DatabaseClaim,
  stopping: AbortSignal | undefined,
): Promise<OwnedDatabase | null> {
  const { cluster, log } = claim;
  const began = performance.now();
  let launched: number | null = null;
  let said = began;
  while (performance.now() - began < claimLimit) {
    const found = await findPostmaster(cluster.folder);
    if (found === null) {
      if (stopping?.aborted) return null;
      launched = (await launch(claim, stopping)) ?? launched;
      continue;
    }
    const owned = await askWhenReady(claim, found, launched);
    if (owned !== null) return owned;
    if (performance.now() - said > 5_000) {
      said = performance.now();
      log.info({ pid: found.pid, state: found.state }, 'waiting for the embedded database');
    }
    await delay(20);
  }
  throw new EmbeddedDatabaseError(
    `The database in ${cluster.folder} takes no connections after ten minutes. Its own log is in ${cluster.folder}/log.`,
  );
}

/** Returns the process id of the database that this call started. */
async function launch(claim: DatabaseClaim, stopping: AbortSignal | undefined): Promise<number | null> {
  const answer = await launchPostmaster(claim.cluster, await claim.pickPort(), claim.settings, stopping);
  if (answer.kind === 'ready') return answer.pid;
  if (answer.kind === 'port') claim.log.warn({}, 'the port for the embedded database is taken');
  await delay(100);
  return null;
}

async function askWhenReady(
  claim: DatabaseClaim,
  found: Postmaster,
  launched: number | null,
): Promise<OwnedDatabase | null> {
  const { port } = found;
  if (found.state !== 'ready' || port === null) return null;
  const answer = await askForOwnerLock({
    port,
    password: claim.cluster.password,
    waitMs: claim.lockWaitMs,
  });
  if (answer.kind === 'gone') return null;
  if (answer.kind === 'taken') throw new DataDirInUse(claim.cluster.dataDir, answer.holder);
  const postmaster = { pid: found.pid, port };
  return { postmaster, lock: answer.lock, takenOver: found.pid !== launched };
}

/**
 * Like `claimDatabase`, on one port: the server's connections know only that one. A database that another server started in
 * the meantime on another port, and then released, is restarted on this one.
 */
export async function reclaimDatabase(claim: DatabaseClaim, port: number): Promise<OwnedDatabase>;
/** Null: `stopping` was aborted, and no database of this process runs. */
export async function reclaimDatabase(
  claim: DatabaseClaim,
  port: number,
  stopping: AbortSignal,
): Promise<OwnedDatabase | null>;
export async function reclaimDatabase(
  claim: DatabaseClaim,
  port: number,
  stopping?: AbortSignal,
): Promise<OwnedDatabase | null> {
  const samePort = { ...claim, pickPort: async () => port };
  for (;;) {
    const owned = await claimUnlessStopping(samePort, stopping);
    if (owned === null) return null;
    if (owned.postmaster.port === port) return owned;
    await stopPostmaster(claim.cluster.folder, owned.postmaster.pid);
    await owned.lock.lost;
  }
}

/**
 * Returns a free port below the ephemeral range (from 32768 on Linux, 49152 elsewhere): while the database restarts, a
 * client's attempt to connect could otherwise be assigned this very port, connect to itself and block the database.
 */
export async function pickFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
