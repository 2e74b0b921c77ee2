import { pino } from 'pino';
import { EmbeddedDatabaseError } from '../errors.ts';
import { startEmbeddedDatabase } from '../start.ts';

/**
 * A server reduced to its database, for tests that kill one: `node holder.ts <DATA_DIR> [lockWaitMs]` prints one JSON line,
 * `{url, adminUrl}` or `{refused}`, and keeps the database running until SIGTERM, which stops it.
 */
const log = pino({ level: 'silent' });
try {
  const [, , dataDir = '', lockWaitMs = '1000'] = process.argv;
  const database = await startEmbeddedDatabase({ dataDir, log, lockWaitMs: Number(lockWaitMs) });
  process.once('SIGTERM', async () => {
    await database.stop();
    process.exit(0);
  });
  process.stdout.write(`${JSON.stringify({ url: database.url, adminUrl: database.adminUrl })}\n`);
} catch (error) {
  if (!(error instanceof EmbeddedDatabaseError)) throw error;
  process.stdout.write(`${JSON.stringify({ refused: error.message })}\n`);
}
