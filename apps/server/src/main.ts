import { EmbeddedDatabaseError } from './base/db/embedded.ts';
import { createLog, type Log } from './base/log.ts';
import { ConfigError, readConfig } from './config.ts';
import { type Server, startServer } from './server.ts';

/** A connection that hangs must not keep the server from going. */
const closingLimitMs = 25_000;

async function main(): Promise<void> {
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

function closeOnSignal(server: Server, log: Log): void {
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    log.info('closing');
    setTimeout(() => process.exit(1), closingLimitMs).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'closing failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

/** What the person who starts the server can mend is a sentence; the rest is a fault of ours, with its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedDatabaseError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
