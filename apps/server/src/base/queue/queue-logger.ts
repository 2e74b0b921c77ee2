import { Logger } from 'graphile-worker';
import type { Log } from '../log.ts';

/** Returns a logger that writes the output of graphile-worker's migrations to the server's log. */
export function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { queue: scope, ...(meta?.error === undefined ? {} : { err: meta.error }) };
    if (level === 'error') log.error(fields, message);
    else if (level === 'warning') log.warn(fields, message);
    else log.trace(fields, message);
  });
}
