import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedDatabaseError, hasCode } from './errors.ts';
import { chooseRunAs, chownFolder, databaseUser, type RunAs, type UnixUser } from './user.ts';

const run = promisify(execFile);

/** A PostgreSQL data directory that is complete, of the right version and owned by this installation. */
export type Cluster = {
  readonly dataDir: string;
  /** PostgreSQL's own data directory, `<dataDir>/postgres`. */
  readonly folder: string;
  /** The password of both roles, `postgres` and `parley`. */
  readonly password: string;
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs;
};

/** Prefix of unfinished clusters in a DATA_DIR; the next owner removes those that a killed server left behind. */
const unfinished = 'postgres.unfinished-';

function unfinishedPath(dataDir: string): string {
  return join(dataDir, `${unfinished}${randomBytes(6).toString('hex')}`);
}

/**
 * Removes unfinished clusters. Only for the holder of the owner lock, whose cluster is the final one. Another server that
 * started at the same moment may still be writing its own: files that it writes during the removal are left for the next
 * owner.
 */
export async function sweepUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(unfinished))
      await rm(join(dataDir, name), { recursive: true, force: true }).catch(ignoreCodes('ENOTEMPTY'));
  }
}

/**
 * Opens the cluster of `dataDir`, and creates it if there is none. `durable: false` skips the flush to disk after creation,
 * for databases that a test discards.
 */
export async function openCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  durable: boolean,
): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  const exists = await holdsCluster(folder);
  const password = await keepPassword(dataDir, exists);
  if (!exists) await createCluster(dataDir, folder, binaries, password, durable);
  await checkVersion(folder, binaries.major);
  return { dataDir, folder, password, binaries, runAs: await ownCluster(folder, binaries) };
}

async function holdsCluster(folder: string): Promise<boolean> {
  const names: string[] = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    if (hasCode(error, 'EACCES')) throw foreignOwner(folder, error);
    throw error;
  });
  if (names.length === 0 || names.includes('PG_VERSION')) return names.length > 0;
  throw new EmbeddedDatabaseError(
    `${folder} is not empty and holds no PostgreSQL data. Move it away, or choose another DATA_DIR.`,
  );
}

/** Reads the password, or creates it; if two servers create one at the same moment, both get the same. */
async function keepPassword(dataDir: string, clusterExists: boolean): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const known = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (known !== null) return known.trim();
  if (clusterExists) {
    throw new EmbeddedDatabaseError(
      `${file} is missing: it holds the password of the database beside it. Restore it from the backup that the database comes from.`,
    );
  }
  const draft = unfinishedPath(dataDir);
  await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Creates the cluster in a draft folder and renames it into place, so that an existing cluster is always complete. */
async function createCluster(
  dataDir: string,
  folder: string,
  binaries: PostgresBinaries,
  password: string,
  durable: boolean,
): Promise<void> {
  const user = await databaseUser(null);
  const work = unfinishedPath(dataDir);
  await mkdir(work, { mode: 0o700 });
  try {
    const passwordFile = join(work, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user !== null) await chownFolder(work, user);
    await initialize(
      join(work, 'cluster'),
      passwordFile,
      binaries,
      await chooseRunAs(user, binaries.postgres, work),
      durable,
    );
    await rmdir(folder).catch(ignoreCodes('ENOENT', 'ENOTEMPTY'));
    await rename(join(work, 'cluster'), folder);
    await flushFolder(dataDir);
  } catch (error) {
    // Another server's first start was faster: use its cluster.
    if (!(await holdsCluster(folder))) throw creationFailed(folder, error);
  } finally {
    // A failed removal must not hide the original error; the next owner removes the remains.
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function initialize(
  folder: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  durable: boolean,
): Promise<void> {
  const { file, args } = runAs.command(binaries.initdb, [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth-host=scram-sha-256',
    '--auth-local=reject',
    '--encoding=UTF8',
    // PostgreSQL's own sort order, by code point: the same on every system, and indexes survive a system library's change of
    // order.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await run(file, args, { ...runAs.spawn, cwd: '/', env: postgresEnvironment });
}

/** Replaces this process's environment: PG… variables would affect PostgreSQL, and it must not get secrets. */
export const postgresEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function checkVersion(folder: string, major: number): Promise<void> {
  const found = Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8'), 10);
  if (found === major) return;
  throw new EmbeddedDatabaseError(
    `${folder} was written by PostgreSQL ${found}, and this server comes with PostgreSQL ${major}. ` +
      `Start it with the release that wrote it, or move the data over with PostgreSQL ${major}'s pg_upgrade or ` +
      'a dump and name that database in DATABASE_URL.',
  );
}

async function ownCluster(folder: string, binaries: PostgresBinaries): Promise<RunAs> {
  const user: UnixUser | null = await databaseUser(folder);
  const { uid } = await stat(folder);
  if (user === null && uid !== process.getuid?.()) throw foreignOwner(folder, undefined);
  if (user !== null && uid !== user.uid) await chownFolder(folder, user);
  return await chooseRunAs(user, binaries.postgres, folder);
}

function foreignOwner(folder: string, cause: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `${folder} belongs to another user than the one that runs this server (${process.getuid?.()}). ` +
      'Start the server as that user or as root, or give the folder to this user with chown -R.',
    { cause },
  );
}

function creationFailed(folder: string, error: unknown): Error {
  if (error instanceof EmbeddedDatabaseError) return error;
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return new EmbeddedDatabaseError(`${folder} could not be created: ${lastLines(said)}`, { cause: error });
}

/** Returns the end of a program's output, which contains the reason. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-8).join('\n') || 'it gave no reason';
}

function ignoreCodes(...codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!hasCode(error, ...codes)) throw error;
  };
}
