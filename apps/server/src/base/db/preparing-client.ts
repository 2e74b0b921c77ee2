import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * How often a text is run before it is worth a name, and how many have one: each costs memory in every connection,
 * and texts that differ by the length of a list never end.
 */
const worthAfter = 3;
const mostNames = 300;
const mostCounts = 2_000;

/**
 * A list that is cut off is planned anew each time: a plan for any limit is one for a tenth of the table, and sorts
 * all of it where the first rows of an index would do.
 */
const cutOff = /\blimit \$\d/i;

type Counts = Map<string, number>;

/** Names of statements that are run again and again, the same in all connections of a pool. */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts: Counts = new Map();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= mostNames) return name;
    if (cutOff.test(text)) return undefined;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < worthAfter) {
      // Rare texts are forgotten all at once; a frequent one is soon back.
      if (counts.size >= mostCounts) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const given = `parley_${names.size + 1}`;
    names.set(text, given);
    return given;
  };
}

/**
 * A client whose frequent statements are parsed and planned once for each connection. PostgreSQL does both anew for
 * every unnamed one, which takes longer than running ours, and the query builder names none.
 */
export function preparingClient(): typeof pg.Client {
  const nameOf = statementNames();
  return class PreparingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this);
      const named = (config: unknown, ...rest: unknown[]): unknown =>
        // The driver's many overloads, all of them passed on as they came.
        (query as (...all: unknown[]) => unknown)(withName(config, nameOf), ...rest);
      // The same function but for the name.
      this.query = named as typeof this.query;
    }
  };
}

/** Ends a connection without waiting for the server: all that waits on it fails at once. */
export function cut(client: pg.ClientBase): void {
  // Not among the driver's types, but in its code: node-postgres 8's Client has its Connection, with a socket.
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** Leaves alone what is no plain query with a text: cursors and streams, and those that have a name. */
function withName(config: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (typeof config !== 'object' || config === null || 'submit' in config) return config;
  if (!('text' in config) || typeof config.text !== 'string') return config;
  if ('name' in config && config.name !== undefined) return config;
  return { ...config, name: nameOf(config.text) };
}
