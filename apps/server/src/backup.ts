/** `npm run backup -- FILE [--without-secret]`: writes everything to one file, with or without a running server. */
import { parseArgs } from 'node:util';
import { visitEmbeddedDatabase } from '@parley/embedded-postgres';
import { pino } from 'pino';
import { readConfig } from './app.ts';
import { BackupError } from './backup/archive.ts';
import { makeBackup } from './backup/backup.ts';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { describeStartError } from './start-error.ts';

async function main(): Promise<void> {
  ignorePostgresVariables(process.env);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-secret': { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1)
    throw new BackupError('Usage: npm run backup -- FILE [--without-secret]');
  const url = process.env.DATABASE_URL;
  const visit = url
    ? { url, leave: async () => undefined }
    : await visitEmbeddedDatabase(process.env.DATA_DIR || './data', pino({ level: 'silent' }));
  try {
    const withSecret = !values['without-secret'];
    const made = await makeBackup({
      config: readConfig(process.env),
      databaseUrl: visit.url,
      path,
      withSecret,
    });
    for (const key of made.missingFiles)
      process.stderr.write(`The file ${key} is named in the database and isn't there.\n`);
    const size = (made.bytes / 1024 / 1024).toFixed(1);
    process.stdout.write(
      `${path}: ${made.rows} rows of ${made.tables} tables and ${made.files} files in ${size} MiB. ` +
        (withSecret
          ? 'It contains the secret: keep it as safe as a password.\n'
          : 'Keep APP_SECRET in another place.\n'),
    );
  } finally {
    await visit.leave();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof BackupError ? error.message : describeStartError(error)}\n`);
  process.exitCode = 1;
});
