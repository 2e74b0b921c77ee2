/** Starts a real server as `npm start` does: a separate process, with an embedded database in a new folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { visitEmbeddedDatabase } from '@parley/embedded-postgres';
import { query } from '@parley/embedded-postgres/testing';
import { freePort } from '@parley/testing';

const root = path.resolve(import.meta.dirname, '../..');
const startLimitMs = 180_000;
const stopLimitMs = 30_000;

export const operator = { email: 'operator@example.com', password: 'Operator-Test-12' };

/** A server that may have been started by another process. */
export type ServerAt = {
  url: string;
  /** Runs statements in its database, to simulate the passing of time: a day has passed, a nightly job is due. */
  age(statements: string): Promise<void>;
};

export type Server = ServerAt & {
  dataDir: string;
  /** Restarts it after `kill`, on the same data and port. */
  start(): Promise<void>;
  /** Kills it as a power cut would: SIGKILL, nothing closed, the database left running. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
};

/** `environment` overrides the defaults: the real Apertium, generous rate limits, a known operator. */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<Server> {
  assertBuilt();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-journey-'));
  const port = await freePort();
  const variables = { ...defaults(port, dataDir), ...environment };
  let child: ChildProcess | null = null;
  const server: Server = {
    ...serverAt(`http://127.0.0.1:${port}`, dataDir),
    dataDir,
    async start() {
      child = await launch(variables);
    },
    async kill() {
      await end(child, 'SIGKILL');
      child = null;
    },
    async close() {
      await end(child, 'SIGTERM');
      child = null;
      await endDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** @param dataDir the directory of its embedded database */
export function serverAt(url: string, dataDir: string): ServerAt {
  return { url, age: (statements) => inDatabase(dataDir, statements) };
}

async function inDatabase(dataDir: string, statements: string): Promise<void> {
  const quiet = () => undefined;
  const { url } = await visitEmbeddedDatabase(dataDir, { info: quiet, warn: quiet, error: quiet });
  await query(url, statements);
}

/** Returns the environment of a journey's server. */
export function defaults(port: number, dataDir: string): Record<string, string> {
  const { PATH = '', HOME = '', TZ = '' } = process.env;
  return {
    PATH,
    HOME,
    TZ,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '50',
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
  };
}

function assertBuilt(): void {
  const missing = ['server', 'console', 'desk', 'widget'].filter(
    (app) => !existsSync(path.join(root, 'apps', app, 'dist')),
  );
  if (missing.length === 0) return;
  throw new Error(`Not built yet: ${missing.join(', ')}. Run npm run build; npm test does it automatically.`);
}

/** Resolves once it prints that it is ready; rejects with its output when the start fails. */
async function launch(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const main = path.join(root, 'apps/server/dist/main.js');
  const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      printed = (printed + String(chunk)).slice(-20_000);
      if (printed.includes('Parley is ready')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
    setTimeout(() => reject(new Error(`The server did not start:\n${printed}`)), startLimitMs).unref();
  });
  try {
    await ready;
  } catch (error) {
    await end(child, 'SIGKILL');
    throw error;
  }
  return child;
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await gone;
  clearTimeout(force);
}

/** Stops the database that a killed server leaves running; a server that is shut down stops it itself. */
async function endDatabase(dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid)) return;
  // proc(5): the process id may have been reused by now.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (!status.startsWith(`${pid} (postgres) `)) return;
  process.kill(pid, 'SIGINT');
  const limit = Date.now() + stopLimitMs;
  while (existsSync(pidFile) && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 50));
}
