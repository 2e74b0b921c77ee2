import { ConfigError } from './config.ts';

/** Throws `ConfigError` if several variables contradict each other or one is missing, as for a single invalid one. */
export function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
