import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { findPostmaster, stopPostmaster } from '../postmaster.ts';

export const holderFile = fileURLToPath(new URL('holder.ts', import.meta.url));

const answer = z.union([
  z.object({ url: z.string(), adminUrl: z.string() }),
  z.object({ refused: z.string() }),
]);

export type Holder = {
  readonly child: ChildProcess;
  /** Its output: the database's URLs, or the reason for refusal. */
  readonly answer: z.infer<typeof answer>;
  /** Sends the signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
};

export type HolderOptions = {
  /** Runs it as this user, and as the group with the same number (root only). */
  readonly uid?: number;
  /** Gives it a process group, so that a signal can be sent to the whole group, as Ctrl-C does. */
  readonly ownGroup?: boolean;
  /** Time that it waits for another server to release the database, in ms; default: a second. */
  readonly lockWaitMs?: number;
};

/** Starts a stand-in for a server as a separate process. */
export async function startHolder(dataDir: string, options: HolderOptions = {}): Promise<Holder> {
  const { uid, ownGroup = false, lockWaitMs = 1_000 } = options;
  const child = spawn(process.execPath, [holderFile, dataDir, String(lockWaitMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    detached: ownGroup,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const end = async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    };
    return { child, answer: answer.parse(JSON.parse(line)), end };
  }
  throw new Error('the holder ended without a word');
}

/** Returns the database URL of a holder; throws if it was refused. */
export function urlOf(holder: Holder): string {
  if ('refused' in holder.answer) throw new Error(holder.answer.refused);
  return holder.answer.url;
}

/** Runs one query on a separate connection and returns the rows. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // a killed database is part of these tests
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the process id of a data directory's database, or null if none runs. */
export async function databasePid(dataDir: string): Promise<number | null> {
  return (await findPostmaster(join(dataDir, 'postgres')))?.pid ?? null;
}

export async function stopLeftover(dataDir: string): Promise<void> {
  const pid = await databasePid(dataDir);
  if (pid !== null) await stopPostmaster(join(dataDir, 'postgres'), pid);
}

/** Returns the user ids of a process, from proc(5): real, effective, saved, file system. */
export async function userIds(pid: number): Promise<string[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? [];
}

/** Returns false once a process has ended, even before it was reaped. See proc(5). */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) [^ZX]/.test(stat);
}
