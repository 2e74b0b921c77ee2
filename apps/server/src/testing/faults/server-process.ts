/** Runs the server as its users do: a separate process with an embedded database, which can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostmaster, startEmbeddedDatabase } from '@parley/embedded-postgres';
import { freePort } from '@parley/testing';
import pg from 'pg';
import { pino } from 'pino';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { operatorLogIn } from '../test-people.ts';
import { databaseProcesses } from './database-processes.ts';

const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const log = pino({ level: 'silent' });

export type ServerProcess = {
  url: string;
  /** Resolves once it responds. Returns the time that took, in ms. */
  start(): Promise<number>;
  /** SIGKILL: nothing is closed. The database keeps running, as in production. */
  kill(): Promise<void>;
  /** SIGSTOP: suspends it, with its connections open. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Provides its database: that of the running server, or one started for this while the server is stopped. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Returns the process ids of its embedded database, the postmaster first; none if it isn't running. Linux only. */
  databaseProcesses(): Promise<number[]>;
  /** Returns whether its database accepts a connection, which shows its return after a death. */
  databaseAnswers(): Promise<boolean>;
  /** Returns its output since the last start. */
  output(): string;
  close(): Promise<void>;
};

export async function createServerProcess(
  variables: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-fault-'));
  // mkdtemp creates a private folder, and the database may run as another user.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const state: { child: ChildProcess | null; output: string } = { child: null, output: '' };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const { child } = state;
    state.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return typeof code === 'number' ? code : null;
  };
  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    output: () => state.output,
    async start() {
      const started = performance.now();
      state.output = '';
      const child = launch({ ...variables, PORT: String(port), DATA_DIR: dataDir });
      state.child = child;
      await ready(child, state);
      return performance.now() - started;
    },
    async kill() {
      await end('SIGKILL');
    },
    freeze: () => void state.child?.kill('SIGSTOP'),
    thaw: () => void state.child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    async withDatabase(work) {
      const running = state.child === null ? null : await addressIn(dataDir);
      const embedded = running === null ? await startEmbeddedDatabase({ dataDir, log }) : null;
      const database = connectDatabase(running ?? embedded?.url ?? '', log);
      try {
        return await work(database);
      } finally {
        await database.close();
        await embedded?.stop();
      }
    },
    databaseProcesses: () => databaseProcesses(dataDir),
    async databaseAnswers() {
      const connectionString = await addressIn(dataDir);
      return connectionString !== null && answers(connectionString);
    },
    async close() {
      await end('SIGKILL');
      // Takes over the database that a killed server left running, and stops it.
      if ((await databaseProcesses(dataDir)).length > 0) await server.withDatabase(async () => undefined);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}

/** Returns the URL of the database that runs in `dataDir`; null if none does. */
async function addressIn(dataDir: string): Promise<string | null> {
  const found = await findPostmaster(join(dataDir, 'postgres'));
  if (found === null) return null;
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  return `postgres://parley:${password}@127.0.0.1:${found.port}/parley`;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  // A connection that dies also emits `error`, which needs a listener.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function launch(variables: Record<string, string>): ChildProcess {
  const env = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000',
    PRIVATE_NETWORKS: 'on',
    APERTIUM_LOCAL: 'off',
    OPERATOR_EMAIL: operatorLogIn.email,
    OPERATOR_PASSWORD: operatorLogIn.password,
    ...variables,
  };
  return spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function ready(child: ChildProcess, state: { output: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      state.output += chunk.toString();
      if (state.output.includes('Parley is ready')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) =>
      reject(new Error(`the server ended (${code}): ${state.output.slice(-4_000)}`)),
    );
  });
}
