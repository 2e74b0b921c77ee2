/**
 * `npm run reset-operator`: sets a new password for an operator who is locked out, with or without a running server.
 */
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { resetOperator } from './commands.ts';
import { ConfigError } from './config.ts';
import { describeStartError } from './start-error.ts';
import { visitDatabase } from './visit-database.ts';

async function main(): Promise<void> {
  ignorePostgresVariables(process.env);
  const operator = await visitDatabase(process.env, resetOperator);
  if (operator === null) throw new ConfigError('There is no operator yet: the first start makes one.');
  process.stdout.write(`Operator: ${operator.email}, password: ${operator.password}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
});
