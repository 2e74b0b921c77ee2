import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * The number of runs after which a text gets a name, and of texts that have one: each costs memory in every connection,
 * and texts that differ by the length of a list never end.
 */
const worthAfter = 3;
const mostNames = 300;
const mostCounts = 2_000;

/**
 * A list that is cut off is planned again each time: a plan for any limit is one for a tenth of the table, and sorts
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
 * A client whose frequent statements are parsed and planned once for each connection. PostgreSQL does both again for
 * every unnamed one, which takes longer than running the server's statements, and the query builder names none.
 */
export function preparingClient(): typeof pg.Client {
  const nameOf = statementNames();
  return class PreparingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this);
      const named = (config: unknown, ...rest: unknown[]): unknown => {
        const statement = withLimit(withName(config, nameOf), this);
        sendTogether(this);
        // The driver's many overloads, all of them passed on as they came.
        const result = (query as (...all: unknown[]) => unknown)(statement, ...rest);
        return result instanceof Promise ? result.catch((error: unknown) => failed(this, error)) : result;
      };
      // The same function but for the name.
      this.query = named as typeof this.query;
    }
  };
}

/** The refusal that a transaction on this connection failed of, until the next one. */
const refusals = new WeakMap<pg.ClientBase, pg.DatabaseError>();

/**
 * Throws what a statement failed of. Statements that were sent together with one that is refused fail as well, and
 * a caller that awaits them all may see any of them first: each of them throws the refusal, which tells what is to be done.
 */
function failed(client: pg.ClientBase, error: unknown): never {
  // node-postgres 8 gives the statement up and keeps the connection waiting for it, so what follows would wait too.
  if (isSilence(error)) cut(client);
  if (!(error instanceof pg.DatabaseError)) throw error;
  if (error.code === inAbortedTransaction) throw refusals.get(client) ?? error;
  refusals.set(client, error);
  throw error;
}

const inAbortedTransaction = '25P02';

/** The longest time that a timer takes, in ms. */
const unlimitedMs = 2 ** 31 - 1;
const unlimited = new WeakSet<pg.ClientBase>();

/** Lets statements on this connection take any time, until the returned function is called. */
export function withoutSilenceLimit(client: pg.ClientBase): () => void {
  unlimited.add(client);
  return () => unlimited.delete(client);
}

function withLimit(config: unknown, client: pg.ClientBase): unknown {
  if (!unlimited.has(client) || typeof config !== 'object' || config === null) return config;
  return { ...config, query_timeout: unlimitedMs };
}

/** True for node-postgres's report that a statement got no answer within `query_timeout`. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Sends the statements that are begun in one turn of the event loop in one write: each write is a system call that wakes
 * the connection's process, and all of them together took a fifth of the server's time.
 */
function sendTogether(client: pg.ClientBase): void {
  const { stream } = connectionOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Ends a connection without waiting for the server: all that waits on it fails at once. */
export function cut(client: pg.ClientBase): void {
  connectionOf(client).stream.destroy();
}

/** Returns the socket's holder. */
export function connectionOf(client: pg.ClientBase): { stream: Socket } {
  // Not among the driver's types, but in its code: node-postgres 8's Client has its Connection, with a socket.
  return (client as unknown as { connection: { stream: Socket } }).connection;
}

/** Leaves alone what is no plain query with a text: cursors and streams, and those that have a name. */
function withName(config: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (typeof config !== 'object' || config === null || 'submit' in config) return config;
  if (!('text' in config) || typeof config.text !== 'string') return config;
  if ('name' in config && config.name !== undefined) return config;
  return { ...config, name: nameOf(config.text) };
}
