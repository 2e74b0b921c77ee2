import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/**
 * Creates a log of JSON lines, one event each, on standard output by default. Redacts secrets here, once, instead of
 * in every caller that logs an object: by field name, and the values of database queries in any error that has them.
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
 * Removes the values of a failed query from Drizzle's errors, which have them in `params` and in the text: people's
 * messages and hashes of their passwords. The query remains.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // The error of a lost connection references the client, including its password.
  const { params: _, client: _client, ...rest } = stdSerializers.err(error);
  const { stack = '', cause } = error;
  const message = error.message.replace(/\nparams: .*$/s, '\nparams: [cut]');
  return {
    ...rest,
    message,
    // The stack begins with the message.
    stack: stack.replace(error.message, () => message),
    ...(cause === undefined ? {} : { cause: withoutValues(cause) }),
  };
}
