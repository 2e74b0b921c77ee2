import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * The number of runs after which a statement is prepared, and the maximum number of prepared statements: each costs
 * memory in every connection, and texts that differ only by the length of a list are unbounded.
 */
const worthAfter = 3;
const maxNames = 300;
const maxCounts = 2_000;

/**
 * Statements with a variable limit are planned at each run: a generic plan assumes a tenth of the table, and sorts
 * all of it where the first rows of an index would do.
 */
const cutOff = /\blimit \$\d/i;

type Counts = Map<string, number>;

/** Returns a function that names frequent statements, the same way in all connections of a pool. */
export function createStatementNamer(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts: Counts = new Map();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= maxNames) return name;
    if (cutOff.test(text)) return undefined;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < worthAfter) {
      // Clears all counts at once, also those of rare texts; a frequent one soon reaches the threshold again.
      if (counts.size >= maxCounts) counts.clear();
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
 * Returns a client class whose frequent statements are prepared, so that they are parsed and planned once per
 * connection. PostgreSQL repeats both for every unnamed statement, which takes longer than running the server's
 * statements, and the query builder names none.
 */
export function preparingClient(): typeof pg.Client {
  const nameOf = createStatementNamer();
  return class PreparingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this);
      const named = (config: unknown, ...rest: unknown[]): unknown => {
        const statement = withLimit(withName(config, nameOf), this);
        sendTogether(this);
        // Passes the driver's many overloads on unchanged.
        const result = (query as (...all: unknown[]) => unknown)(statement, ...rest);
        return result instanceof Promise ? result.catch((error: unknown) => failed(this, error)) : result;
      };
      // Same signature: only the statement's name was added.
      this.query = named as typeof this.query;
    }
  };
}

/** The refusal that aborted the current transaction of each connection. */
const refusals = new WeakMap<pg.ClientBase, pg.DatabaseError>();

/**
 * Throws a statement's failure. Statements pipelined with a refused one fail as well, and a caller that awaits them
 * all may see any of them first; so each throws the refusal itself, which decides whether to retry.
 */
function failed(client: pg.ClientBase, error: unknown): never {
  // node-postgres 8 abandons the statement but keeps waiting for it on the connection, so later statements would wait
  // too.
  if (isSilence(error)) destroyConnection(client);
  if (!(error instanceof pg.DatabaseError)) throw error;
  if (error.code === inAbortedTransaction) throw refusals.get(client) ?? error;
  refusals.set(client, error);
  throw error;
}

const inAbortedTransaction = '25P02';

/** The longest delay that a timer supports, in ms. */
const unlimitedMs = 2 ** 31 - 1;
const unlimited = new WeakSet<pg.ClientBase>();

/** Lifts the time limit of statements on this connection until the returned function is called. */
export function liftStatementLimit(client: pg.ClientBase): () => void {
  unlimited.add(client);
  return () => unlimited.delete(client);
}

function withLimit(config: unknown, client: pg.ClientBase): unknown {
  if (!unlimited.has(client) || typeof config !== 'object' || config === null) return config;
  return { ...config, query_timeout: unlimitedMs };
}

/** Returns whether this is node-postgres's error for a statement without an answer within `query_timeout`. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Sends the statements started in one turn of the event loop in a single write: each write is a system call that
 * wakes the connection's process, and they took a fifth of the server's time.
 */
function sendTogether(client: pg.ClientBase): void {
  const { stream } = connectionOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Closes a connection without waiting for the server: everything that waits on it fails at once. */
export function destroyConnection(client: pg.ClientBase): void {
  connectionOf(client).stream.destroy();
}

/** Returns the driver's connection object, which has the socket. */
export function connectionOf(client: pg.ClientBase): { stream: Socket } {
  // Missing in the driver's types but not in its code: node-postgres 8's Client has a Connection with a socket.
  return (client as unknown as { connection: { stream: Socket } }).connection;
}

/** Names plain text queries only: cursors, streams and queries that have a name are returned unchanged. */
function withName(config: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (typeof config !== 'object' || config === null || 'submit' in config) return config;
  if (!('text' in config) || typeof config.text !== 'string') return config;
  if ('name' in config && config.name !== undefined) return config;
  return { ...config, name: nameOf(config.text) };
}
