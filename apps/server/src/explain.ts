import { WeakOperatorPassword } from './base/crypto/leaked-passwords.ts';
import { EmbeddedDatabaseError } from './base/db/embedded.ts';
import { ConfigError } from './config.ts';

/** What the person who starts the server can mend is a sentence; the rest is a fault of ours, with its stack. */
export function explain(error: unknown): string {
  const known = [ConfigError, EmbeddedDatabaseError, WeakOperatorPassword];
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `The port ${error.port} is in use by another program. End that, or set PORT to a free one.`;
  }
  return error.stack ?? error.message;
}
