import type { Log } from './base/log.ts';

/** A connection that hangs must not keep the server from exiting. */
const closingLimitMs = 15_000;

/** Drains on SIGTERM and Ctrl+C: running work may finish, no new work starts, then the process exits. */
export function closeOnSignal(server: { close(): Promise<void> }, log: Log): void {
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
