import { Logger } from 'graphile-worker';
import type { Log } from '../log.ts';

/** Our jobs wait for engines and platforms, hardly for the database: more of them than connections is meant. */
const isMeant = (message: string) => message.includes('smaller than concurrency');

/** graphile-worker's own lines in our log; its success lines are noise at our volume. */
export function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { queue: scope, ...(meta?.error === undefined ? {} : { err: meta.error }) };
    if (level === 'error') log.error(fields, message);
    else if (level === 'warning' && !isMeant(message)) log.warn(fields, message);
    else log.trace(fields, message);
  });
}
