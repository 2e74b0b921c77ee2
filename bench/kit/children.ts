/** The processes and temporary folders of one benchmark: none outlives it, whatever happens. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Methods, type Remote, remoteOf } from './remote.ts';

export type Child<M extends Methods> = Remote<M> & {
  /** Asks it to close; kills it after 30 s. */
  stop(): Promise<void>;
};

export type Children = {
  /** Resolves when the process serves its methods. `options` are passed as JSON in its first argument. */
  start<M extends Methods>(file: URL, options: unknown, execArgv?: readonly string[]): Promise<Child<M>>;
  temporaryFolder(): Promise<string>;
  /** Stops all running processes and removes the folders. */
  clear(): Promise<void>;
};

/** Every process answers this call once it is ready. */
export type Ready = { ready(input: null): boolean };

const waitTimeoutMs = 30_000;

export function createChildren(): Children {
  const running = new Set<ChildProcess>();
  const folders = new Set<string>();
  return {
    async start<M extends Methods>(file: URL, options: unknown, execArgv: readonly string[] = []) {
      const child = fork(file, [JSON.stringify(options)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        serialization: 'advanced',
        execArgv: [...execArgv],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      const remote = remoteOf<M & Ready>(child);
      await remote.call('ready', null);
      return { ...remote, stop: () => stop(child) };
    },
    async temporaryFolder() {
      const folder = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
      folders.add(folder);
      return folder;
    },
    async clear() {
      await Promise.all([...running].map(stop));
      await Promise.all([...folders].map((folder) => rm(folder, { recursive: true, force: true })));
      folders.clear();
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const impatient = setTimeout(() => child.kill('SIGKILL'), waitTimeoutMs);
  if (child.connected) child.disconnect();
  await ended;
  clearTimeout(impatient);
}
