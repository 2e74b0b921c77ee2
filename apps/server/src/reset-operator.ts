/**
 * `npm run reset-operator`: sets a new password for an operator who is locked out, with or without a running server.
 */

import { visitEmbeddedDatabase } from '@parley/embedded-postgres';
import { pino } from 'pino';
import { connectDatabase } from './base/db/database.ts';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { resetOperator } from './commands.ts';
import { ConfigError } from './config.ts';
import { describeStartError } from './start-error.ts';

const log = pino({ level: 'silent' });

async function main(): Promise<void> {
  ignorePostgresVariables(process.env);
  const url = process.env.DATABASE_URL;
  const visit = url
    ? { url, leave: async () => undefined }
    : await visitEmbeddedDatabase(process.env.DATA_DIR || './data', log);
  try {
    const database = connectDatabase(visit.url, log, 1);
    try {
      const operator = await resetOperator(database);
      if (operator === null) throw new ConfigError('There is no operator yet: the first start makes one.');
      process.stdout.write(`Operator: ${operator.email}, password: ${operator.password}\n`);
    } finally {
      await database.close();
    }
  } finally {
    await visit.leave();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
});
