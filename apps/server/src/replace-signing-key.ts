/**
 * `npm run replace-signing-key`: replaces the key that signs closed days, with or without a running server, which signs the
 * next day with the new one.
 */
import { readConfig } from './app.ts';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { replaceSigningKey } from './commands.ts';
import { ConfigError } from './config.ts';
import { describeStartError } from './start-error.ts';
import { visitDatabase } from './visit-database.ts';

const refusals = {
  'no-key': 'There is no key yet: the first signed day makes one.',
  'wrong-secret':
    'APP_SECRET is not the one under which the present key is stored. If that is lost, the server replaces the key itself.',
};

async function main(): Promise<void> {
  ignorePostgresVariables(process.env);
  const replaced = await visitDatabase(process.env, (database) =>
    replaceSigningKey(database, readConfig(process.env)),
  );
  if (!replaced.ok) throw new ConfigError(refusals[replaced.reason]);
  process.stdout.write(`Old key: ${replaced.oldKeyId}, new key: ${replaced.newKeyId}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
});
