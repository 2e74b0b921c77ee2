import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/**
 * JSON lines, one event each, on standard output by default. Secrets are redacted here, once, instead of by every
 * caller that logs an object: by name, and the values of database queries in any error that carries them.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['password', 'token', 'credentials', 'authorization', '*.password', '*.token', '*.credentials'],
      censor: '[cut]',
    },
    serializers: { err: withoutValues },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Drizzle's errors name the values of the query that failed, in `params` and in the text: people's messages and
 * hashes of their passwords. The query itself stays.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // A lost connection's error carries the connection with it, its password included.
  const { params: _, client: _client, ...rest } = stdSerializers.err(error);
  const { stack = '', cause } = error;
  const message = error.message.replace(/\nparams: .*$/s, '\nparams: [cut]');
  return {
    ...rest,
    message,
    // It begins with the message.
    stack: stack.replace(error.message, () => message),
    ...(cause === undefined ? {} : { cause: withoutValues(cause) }),
  };
}
