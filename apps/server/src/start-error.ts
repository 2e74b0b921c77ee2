import { EmbeddedDatabaseError } from '@parley/embedded-postgres';
import { UnfinishedRestore } from './backup/unfinished-restore.ts';
import { WeakOperatorPassword } from './base/crypto/leaked-passwords.ts';
import { RedisUnavailable } from './base/redis.ts';
import { ConfigError } from './config.ts';

/** Codes of `listen` for an unknown name, or for an address that belongs to another machine. */
const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

/** Returns a sentence for errors that the person who starts the server can fix; for defects of Parley, the stack. */
export function describeStartError(error: unknown): string {
  const known = [
    ConfigError,
    EmbeddedDatabaseError,
    RedisUnavailable,
    UnfinishedRestore,
    WeakOperatorPassword,
  ];
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
