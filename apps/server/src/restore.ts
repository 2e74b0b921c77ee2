/**
 * `npm run restore -- FILE [--replace]`: restores a backup into a fresh installation. The server must not be running.
 * `npm run restore -- --undo`: puts back the data that an interrupted restore was about to replace.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '@parley/embedded-postgres';
import { readConfig } from './app.ts';
import { BackupError, openArchive } from './backup/archive.ts';
import { assertOwnVersion } from './backup/database.ts';
import { assertNotInUse, readSecret, restoreData, undoRestore } from './backup/restore.ts';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { createLog } from './base/log.ts';
import { describeStartError } from './start-error.ts';

async function main(): Promise<void> {
  ignorePostgresVariables(process.env);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, undo: { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if (values.undo && path === undefined && !values.replace) return await undo();
  if (values.undo || path === undefined || positionals.length > 1)
    throw new BackupError('Usage: npm run restore -- FILE [--replace], or npm run restore -- --undo');
  await restore(path, values.replace);
}

const dataDir = process.env.DATA_DIR || './data';
/** The database to use instead of the embedded one. */
const given = process.env.DATABASE_URL;
const log = createLog('silent');

async function restore(path: string, replace: boolean): Promise<void> {
  const inUse = existsSync(dataDir) && (await readdir(dataDir)).length > 0;
  if (inUse && !replace)
    throw new BackupError(`${dataDir} is not empty. To replace what it holds, add --replace.`);
  const archive = await openArchive(path);
  try {
    await assertOwnVersion(archive.manifest);
    // A target in use must be refused before anything changes. A folder with contents may belong to a running server, which is
    // detected when its database is opened.
    if (given) await assertNotInUse(given);
    const secret = { dataDir, given: process.env.APP_SECRET || undefined, replace };
    const writeSecret = await readSecret(archive, secret);
    // Without it, the configuration would get a new one. The data that are replaced need theirs until then.
    if (!inUse) await writeSecret();
    await withDatabase(async (databaseUrl) => {
      const target = { config: readConfig(process.env), databaseUrl, log };
      const { rows, files } = await restoreData(archive, { ...target, replace, writeSecret });
      process.stdout.write(`${rows} rows and ${files} files are back. Start the server.\n`);
    });
  } finally {
    archive.close();
  }
}

async function undo(): Promise<void> {
  if (given) await assertNotInUse(given);
  await withDatabase(undoRestore);
  process.stdout.write('The former data are back. Start the server.\n');
}

/** Provides the configured database, or the embedded one, which runs meanwhile. */
async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const embedded = given ? null : await startEmbeddedDatabase({ dataDir, log });
  try {
    await work(embedded?.url ?? given ?? '');
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof BackupError ? error.message : describeStartError(error)}\n`);
  process.exitCode = 1;
});
