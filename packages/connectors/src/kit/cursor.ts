import type { ZodType } from 'zod';
import type { ConnectorHost } from '../spec.ts';

/** The host's cursor, parsed as a value of one shape. */
export type Cursor<T> = {
  /** Returns null if no cursor was saved or it can't be parsed: reading then starts as for a new account. */
  load(): Promise<T | null>;
  /** Resolves when it is durable. */
  save(value: T): Promise<void>;
};

export function createCursor<T>(cursor: ConnectorHost['cursor'], shape: ZodType<T>): Cursor<T> {
  return {
    async load() {
      return shape.safeParse(parsed(await cursor.load())).data ?? null;
    },
    save: (value) => cursor.save(JSON.stringify(value)),
  };
}

function parsed(saved: string | null): unknown {
  try {
    return JSON.parse(saved ?? 'null');
  } catch {
    return null;
  }
}
