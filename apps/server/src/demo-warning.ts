import type { Log } from './base/log.ts';
import { type BaseConfig, isLocalHost } from './config.ts';

/** Warns about a public demonstration: its logins are published, and its data may be private. */
export function warnOfOpenDemo({ DEMO_MODE, HOST }: Pick<BaseConfig, 'DEMO_MODE' | 'HOST'>, log: Log): void {
  if (DEMO_MODE && !isLocalHost(HOST))
    log.warn(
      { host: HOST },
      'DEMO_MODE is on and HOST lets other machines in; 127.0.0.1 keeps it to this one',
    );
}
