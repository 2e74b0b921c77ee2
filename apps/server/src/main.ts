/** Runs the server for `npm start`, as configured by the environment. */
import { readConfig } from './app.ts';
import { surviveAttributed } from './base/attribution.ts';
import { createLog } from './base/log.ts';
import { startServer } from './server.ts';
import { closeOnSignal } from './signals.ts';
import { describeStartError } from './start-error.ts';

async function main(): Promise<void> {
  surviveAttributed(process);
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const server = await startServer(config, log, () => {
    log.fatal('another server has taken this data directory over');
    process.exit(1);
  });
  closeOnSignal(server, log);
  process.stdout.write(`Parley is ready: ${server.url}\n`);
  if (server.madeOperator) {
    const { email, password } = server.madeOperator;
    process.stdout.write(`Operator: ${email}, password: ${password} (shown this once only)\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});
