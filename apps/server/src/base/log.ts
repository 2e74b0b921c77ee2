import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines on standard output, one event each. Secrets are cut by name here, once, instead of by everyone
 * who logs an object.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: ['password', 'token', 'credentials', 'authorization', '*.password', '*.token', '*.credentials'],
      censor: '[cut]',
    },
  });
}
