import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, lastLines, postgresEnvironment } from './cluster.ts';
import { EmbeddedDatabaseError, hasCode } from './errors.ts';
import { scheduleAsBatch } from './scheduling.ts';
import type { PostgresSettings } from './settings.ts';

/** A cluster's main process, as its `postmaster.pid` describes it. */
export type Postmaster = {
  readonly pid: number;
  /** TCP port; null in the first milliseconds after the start. */
  readonly port: number | null;
  readonly state: 'starting' | 'ready' | 'stopping';
};

/**
 * Returns the living postmaster of a data directory, or null. A `postmaster.pid` whose process is gone is left for PostgreSQL
 * to handle; one whose process id now belongs to another process (ids start from 1 again in a restarted container) is removed,
 * because PostgreSQL itself would refuse to start.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const file = join(folder, 'postmaster.pid');
  const text = await readPidFile(file);
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const process = await lookAt(pid);
  if (process === 'other' && (await readPidFile(file)) === text) await rm(file, { force: true });
  if (process !== 'postgres') return null;
  // Its lines: pid, data directory, start time, port, socket directory, address, shared memory, state.
  const lines = text.split('\n').map((line) => line.trim());
  const state = lines[7] === 'ready' || lines[7] === 'stopping' ? lines[7] : 'starting';
  return { pid, port: Number.parseInt(lines[3] ?? '', 10) || null, state };
}

async function readPidFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

async function lookAt(pid: number): Promise<'postgres' | 'gone' | 'other'> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return 'gone';
  }
  if (process.platform !== 'linux') return 'postgres';
  // proc(5): pid (name) state …; state Z is a zombie, whose parent hasn't reaped it.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return 'gone';
  return /^\d+ \(postgres\) [^ZX]/.test(stat) ? 'postgres' : 'other';
}

export type LaunchResult =
  | { kind: 'ready'; pid: number }
  /** Another process uses the port. */
  | { kind: 'port' }
  /** Another server was faster, or some processes of a killed database still exist. */
  | { kind: 'busy' };

/**
 * Starts a postmaster and waits until it accepts connections, however long its recovery takes. It gets a separate process
 * group, so that a Ctrl-C or SIGKILL meant for the server doesn't reach it.
 */
export async function launchPostmaster(
  cluster: Cluster,
  port: number,
  settings: PostgresSettings,
  stopping?: AbortSignal,
): Promise<LaunchResult> {
  const { folder, runAs, binaries } = cluster;
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args } = runAs.command(binaries.postgres, ['-D', folder, '-p', String(port), ...options]);
  const logsBefore = await logSizes(folder);
  const child = spawn(file, args, {
    ...runAs.spawn,
    cwd: '/',
    env: postgresEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Collected in memory instead of a file, to report a full disk too. Once running, PostgreSQL writes to its own log.
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const closed = once(child, 'close');
  // No client can have connected yet, and the next start repeats an aborted recovery.
  const giveUp = () => child.kill('SIGQUIT');
  stopping?.addEventListener('abort', giveUp);
  try {
    if (await becomesReady(child, folder)) {
      const pid = child.pid ?? 0;
      await scheduleAsBatch(pid, runAs);
      return { kind: 'ready', pid };
    }
    await Promise.race([closed, delay(1_000)]);
    if (stopping?.aborted) return { kind: 'busy' };
    return whyNot(folder, said.join('') + (await newLogText(folder, logsBefore)));
  } finally {
    stopping?.removeEventListener('abort', giveUp);
    child.stderr.destroy();
  }
}

/** Returns false if the process ended before it was ready. */
async function becomesReady(child: ChildProcess, folder: string): Promise<boolean> {
  child.unref();
  while (child.exitCode === null && child.signalCode === null) {
    const found = await findPostmaster(folder);
    if (found?.pid === child.pid && found?.state === 'ready') return true;
    await delay(10);
  }
  return false;
}

function whyNot(folder: string, said: string): LaunchResult {
  if (/could not create any TCP\/IP sockets|could not bind/.test(said)) return { kind: 'port' };
  if (/lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(said)) {
    return { kind: 'busy' };
  }
  throw new EmbeddedDatabaseError(`The database in ${folder} does not start: ${lastLines(said)}`);
}

async function logSizes(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const names = await readdir(join(folder, 'log')).catch(() => []); // created by the first start
  for (const name of names) sizes.set(name, (await stat(join(folder, 'log', name))).size);
  return sizes;
}

async function newLogText(folder: string, before: ReadonlyMap<string, number>): Promise<string> {
  let text = '';
  for (const [name, size] of await logSizes(folder)) {
    const known = before.get(name) ?? 0;
    if (size > known) text += (await readFile(join(folder, 'log', name))).subarray(known).toString('utf8');
  }
  return text;
}

/** Sends a signal. Returns false if the process has ended in the meantime. */
function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false;
    throw error;
  }
}

/** Continues a postmaster and its processes after a SIGSTOP: while stopped, they would not handle other signals. */
async function thaw(pid: number): Promise<void> {
  // proc(5): the children of the main thread; on systems other than Linux only the postmaster itself.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const one of [...children.split(' ').filter(Boolean).map(Number), pid]) sendSignal(one, 'SIGCONT');
}

/** Time limit for cutting connections and flushing memory, in ms. */
const fastLimit = 30_000;

/**
 * Stops a postmaster: a fast shutdown (SIGINT) cuts connections and flushes everything. After `limitMs` it receives SIGQUIT
 * and ends at once; the next start then recovers from the write-ahead log, without loss.
 */
export async function stopPostmaster(folder: string, pid: number, limitMs = fastLimit): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', limitMs],
    ['SIGQUIT', fastLimit],
  ] as const) {
    if ((await findPostmaster(folder))?.pid !== pid) return;
    await thaw(pid);
    if (!sendSignal(pid, signal)) return;
    const until = performance.now() + limit;
    while (performance.now() < until) {
      if ((await lookAt(pid)) !== 'postgres') return;
      await delay(10);
    }
  }
  throw new EmbeddedDatabaseError(`The database in ${folder} (process ${pid}) does not stop.`);
}
