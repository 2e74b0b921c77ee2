/** Restores a backup into a fresh installation. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { Config } from '../app.ts';
import { handleOn } from '../base/db/database.ts';
import { migrate } from '../base/db/migrate.ts';
import type { Log } from '../base/log.ts';
import { endLogIns, openFileStore } from '../commands.ts';
import { type ArchiveReader, BackupError } from './archive.ts';
import { fingerprintOf } from './backup.ts';
import {
  assertOwnVersion,
  connectForBackup,
  countOtherConnections,
  isDatabaseEmpty,
  readTables,
} from './database.ts';
import {
  dropReplaced,
  markFinished,
  markRestore,
  putBackReplaced,
  replaceData,
} from './unfinished-restore.ts';

/**
 * Returns a function that writes the secret that the backup requires to `dataDir`, if the environment provides none. Throws
 * `BackupError` when an existing secret differs, or when there is none.
 */
export async function readSecret(
  archive: ArchiveReader,
  { dataDir, given, replace }: { dataDir: string; given: string | undefined; replace: boolean },
): Promise<() => Promise<void>> {
  const { secretFingerprint, secretIncluded } = archive.manifest;
  if (given !== undefined) {
    if (given.split(',').some((one) => fingerprintOf(one.trim()) === secretFingerprint))
      return async () => undefined;
    throw new BackupError('APP_SECRET is not the one of the backup: what it protects could not be read.');
  }
  if (!secretIncluded)
    throw new BackupError(
      'The backup was made without the secret: set APP_SECRET to the one of that installation.',
    );
  const secret = await buffer(await archive.read('app-secret'));
  // The first of several is the one that new values are encrypted with.
  const [newest = ''] = secret.toString('utf8').split(',');
  if (fingerprintOf(newest) !== secretFingerprint)
    throw new BackupError('The secret in the backup is not the one that its data were made with.');
  const file = join(dataDir, 'app-secret');
  if (existsSync(file) && !replace) throw new BackupError(`${file} is there already.`);
  return async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(file, secret, { mode: 0o600, flush: true });
  };
}

/** Throws `BackupError` while anything else is connected: a server would continue to work amid the restored data. */
export async function assertNotInUse(databaseUrl: string): Promise<void> {
  const client = await connectForBackup(databaseUrl);
  try {
    const others = await countOtherConnections(client);
    if (others > 0)
      throw new BackupError(
        `The database is in use (${others} other connections): stop every server and program that uses it.`,
      );
  } finally {
    await client.end();
  }
}

type Target = { config: Config; databaseUrl: string; log: Log };

/**
 * Restores the data, or leaves those that are there; puts back first what an interrupted restore has set aside. Until
 * `writeSecret`, which runs once the data are complete, has ended, no server starts on them. All users must log in again:
 * sessions and codes that were ended or used since the backup, above all a stolen session, must not become valid again. Throws
 * `BackupError` for a backup of another version, or if the database isn't empty and isn't to be replaced.
 */
export async function restoreData(
  archive: ArchiveReader,
  { replace, writeSecret, ...target }: Target & { replace: boolean; writeSecret?: () => Promise<void> },
): Promise<{ rows: number; files: number }> {
  await assertOwnVersion(archive.manifest);
  const client = await connectForBackup(target.databaseUrl);
  try {
    await putBackReplaced(client);
    const empty = await isDatabaseEmpty(client);
    if (!empty && !replace)
      throw new BackupError('The database is not empty. To delete what it holds, add --replace.');
    await (empty ? markRestore : replaceData)(client);
    await importData(client, archive, target);
    await writeSecret?.();
    await markFinished(client);
  } finally {
    await client.end();
  }
  const { tables, files } = archive.manifest;
  return { rows: tables.reduce((sum, table) => sum + table.rows, 0), files: files.length };
}

async function importData(
  client: pg.Client,
  archive: ArchiveReader,
  { config, databaseUrl, log }: Target,
): Promise<void> {
  try {
    await migrate(databaseUrl, log);
    const store = openFileStore(config);
    for (const { key, contentType } of archive.manifest.files)
      await store.write(key, await buffer(await archive.read(key)), contentType);
    await readTables(client, archive, async (restored) => {
      await endLogIns(handleOn(restored));
      await dropReplaced(restored);
    });
  } catch (error) {
    // Over a lost connection nothing can be put back now: the next restore does it, and no server starts before. The first
    // error is the one to report.
    await client
      .query('rollback')
      .then(() => putBackReplaced(client))
      .catch(() => undefined);
    throw error;
  }
}

/** Puts back the data that an interrupted restore has set aside. Throws `BackupError` if there are none. */
export async function undoRestore(databaseUrl: string): Promise<void> {
  const client = await connectForBackup(databaseUrl);
  try {
    if (!(await putBackReplaced(client)))
      throw new BackupError('There are no former data to put back. If a restore was interrupted, repeat it.');
  } finally {
    await client.end();
  }
}
