/**
 * `npm run prove`: proves that every balance is the sum of its ledger, every fan counter that of its log, every counter of
 * split links that of their conversions, and every closed day what was counted and signed, with or without a running server. With `-- --workspace <id> --day
 * <day>`: replays that day from the log.
 */
import { parseArgs } from 'node:util';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { ConfigError } from './config.ts';
import { printProof, printReplay } from './proof-report.ts';
import { describeStartError } from './start-error.ts';

ignorePostgresVariables(process.env);
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);
try {
  const { workspace, day } = parseArgs({
    options: { workspace: { type: 'string' }, day: { type: 'string' } },
  }).values;
  if ((workspace === undefined) !== (day === undefined))
    throw new ConfigError('A replay needs both: npm run prove -- --workspace <id> --day <yyyy-mm-dd>');
  const good =
    workspace === undefined || day === undefined
      ? await printProof(process.env, say)
      : await printReplay(process.env, { workspaceId: workspace, day }, say);
  process.exitCode = good ? 0 : 1;
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
}
