import { startApp } from './app.ts';
import { DataDirInUse, EmbeddedDatabaseError, startEmbeddedDatabase } from './base/db/embedded.ts';
import { migrate } from './base/db/migrate.ts';
import { createLog } from './base/log.ts';
import { ConfigError, readConfig } from './config.ts';
import { ensureOperator } from './modules/identity/index.ts';

/** Starts the server as the environment says; resolves once it listens. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const leave = (code: number) => () => process.exit(code);
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedDatabase({
          dataDir: config.dataDir,
          log,
          onTakenOver: () => {
            log.fatal('another server has taken this data directory over');
            process.exit(1);
          },
        })
      : null;
  const databaseUrl = embedded?.url ?? config.DATABASE_URL ?? '';
  await migrate(databaseUrl, log);
  const app = await startApp({ config, databaseUrl, log, soleProcess: embedded !== null });
  const operator = await ensureOperator(app.database, {
    email: config.OPERATOR_EMAIL,
    password: config.OPERATOR_PASSWORD,
  });
  announce(app.url, operator);
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    log.info('closing');
    // A connection that hangs must not keep the server from going.
    setTimeout(leave(1), 25_000).unref();
    app
      .close()
      .then(() => embedded?.stop())
      .then(leave(0), (error: unknown) => {
        log.error({ err: error }, 'closing failed');
        leave(1)();
      });
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

function announce(url: string, operator: { email: string; password: string } | null): void {
  const lines = [`Parley is ready: ${url}`];
  if (operator) {
    lines.push(
      `Operator: ${operator.email}  password: ${operator.password}`,
      'The password is shown this once only.',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError || error instanceof DataDirInUse || error instanceof EmbeddedDatabaseError;
  process.stderr.write(
    expected && error instanceof Error
      ? `${error.message}\n`
      : `${error instanceof Error ? error.stack : error}\n`,
  );
  process.exit(1);
});
