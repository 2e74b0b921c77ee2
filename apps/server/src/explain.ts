import { EmbeddedDatabaseError } from '@parley/embedded-postgres';
import { WeakOperatorPassword } from './base/crypto/leaked-passwords.ts';
import { RedisUnavailable } from './base/redis.ts';
import { ConfigError } from './config.ts';

/** What listening answers on a name that is unknown, or on an address that other machines have. */
const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

/** What the person who starts the server can mend is a sentence; the rest is a fault of ours, with its stack. */
export function explain(error: unknown): string {
  const known = [ConfigError, EmbeddedDatabaseError, RedisUnavailable, WeakOperatorPassword];
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `The port ${error.port} is in use by another program. End that, or set PORT to a free one.`;
  }
  if ('code' in error && typeof error.code === 'string' && unknownHost.has(error.code)) {
    return `HOST is no address of this machine (${error.message}). Take 0.0.0.0 for all, or 127.0.0.1 for this machine alone.`;
  }
  if ('code' in error && error.code === 'EACCES' && 'port' in error) {
    return `This user may not listen on port ${error.port}. Set PORT to one from 1024, or give the program the right to.`;
  }
  return error.stack ?? error.message;
}
