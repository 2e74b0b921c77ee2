import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { pause } from '../kit/pause.ts';

/** `args`: of Node, including the file. */
export type Program = { name: string; args: readonly string[]; env: Record<string, string> };

export type Started = {
  /** From the process's creation until it reports that it is ready. */
  readyMs: number;
  /** User and system time of the process until then. */
  cpuMs: number;
  /** Resident memory when idle, in bytes. */
  restBytes: number;
};

/** Idle time before the process's memory is read. */
const restMs = 3_000;
/** Linux counts a process's time in hundredths of a second on every architecture that Node supports. */
const msPerTick = 10;

/** Starts the program, waits for the word `ready` on its output, reads its idle memory and ends it. Linux only. */
export async function launch({ name, args, env }: Program): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await saysReady(child, name);
    const readyMs = performance.now() - began;
    const cpuMs = await cpuOf(child);
    await pause(restMs);
    return { readyMs, cpuMs, restBytes: await residentOf(child) };
  } finally {
    await end(child);
  }
}

function saysReady(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += String(chunk);
      if (printed.includes('ready')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${printed}`)));
  });
}

/** proc(5): the fields after the name in parentheses; user and system time are fields 14 and 15 of all. */
async function cpuOf({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

async function residentOf({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1];
  if (kilobytes === undefined) throw new Error('no resident memory in /proc');
  return Number(kilobytes) * 1_024;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
