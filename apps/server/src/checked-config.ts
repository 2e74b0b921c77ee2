import { ConfigError } from './config.ts';

/** Ends the start if several variables contradict each other or one is missing, as a single wrong one does. */
export function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
