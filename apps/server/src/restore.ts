/**
 * `npm run restore -- FILE [--replace]`: restores a backup into a fresh installation. The server must not be running.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '@parley/embedded-postgres';
import { readConfig } from './app.ts';
import { BackupError, openArchive } from './backup/archive.ts';
import { assertOwnVersion } from './backup/database.ts';
import { assertNotInUse, readSecret, restoreData } from './backup/restore.ts';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { createLog } from './base/log.ts';
import { describeStartError } from './start-error.ts';

async function main(): Promise<void> {
  ignorePostgresVariables(process.env);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1)
    throw new BackupError('Usage: npm run restore -- FILE [--replace]');
  const { replace } = values;
  const dataDir = process.env.DATA_DIR || './data';
  const inUse = existsSync(dataDir) && (await readdir(dataDir)).length > 0;
  if (inUse && !replace)
    throw new BackupError(`${dataDir} is not empty. To replace what it holds, add --replace.`);
  const archive = await openArchive(path);
  try {
    await assertOwnVersion(archive.manifest);
    const log = createLog('silent');
    const given = process.env.DATABASE_URL;
    // A target in use must be refused before anything changes. A folder with contents may belong to a running server, which is
    // detected when its database is opened.
    if (given) await assertNotInUse(given);
    const secret = { dataDir, given: process.env.APP_SECRET || undefined, replace };
    const writeSecret = await readSecret(archive, secret);
    // Without it, the configuration would get a new one.
    if (!inUse) await writeSecret();
    const embedded = given ? null : await startEmbeddedDatabase({ dataDir, log });
    try {
      const databaseUrl = embedded?.url ?? given ?? '';
      const config = readConfig(process.env);
      const { rows, files } = await restoreData(archive, { config, databaseUrl, replace, log });
      // The data that are replaced need theirs until then. Killed in between, the restore has to be repeated.
      if (inUse) await writeSecret();
      process.stdout.write(`${rows} rows and ${files} files are back. Start the server.\n`);
    } finally {
      await embedded?.stop();
    }
  } finally {
    archive.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof BackupError ? error.message : describeStartError(error)}\n`);
  process.exitCode = 1;
});
