/** `npm run check-ledger`: proves that every balance is the sum of its ledger, beside a running server or without. */
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { explain } from './explain.ts';
import { checkLedger } from './ledger-report.ts';

ignorePostgresVariables(process.env);
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);
try {
  process.exitCode = (await checkLedger(process.env, say)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
