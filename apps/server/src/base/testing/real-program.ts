/** Starts and stops servers from Debian packages, each on a loopback port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const startLimitMs = 15_000;

export type RealProgram = { name: string; package: string; arguments: readonly string[]; port: number };

/** Resolves once it listens; `print` receives its output. Throws with the name of Debian's package if it isn't installed. */
export async function launchProgram(
  program: RealProgram,
  print: (piece: string) => void,
): Promise<ChildProcess> {
  const child = spawn(program.name, program.arguments, { stdio: ['ignore', 'pipe', 'pipe'] });
  // A test process that dies must not leave a server running.
  const along = () => child.kill('SIGKILL');
  process.once('exit', along);
  child.once('exit', () => process.off('exit', along));
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  child.stdout.on('data', (piece: Buffer) => print(piece.toString()));
  child.stderr.on('data', (piece: Buffer) => print(piece.toString()));
  const end = Date.now() + startLimitMs;
  while (!(await listens(program.port))) {
    if (failure) throw new Error(`This test needs Debian's package «${program.package}»`, { cause: failure });
    if (child.exitCode !== null) throw new Error(`${program.name} ended with ${child.exitCode}`);
    if (Date.now() > end) throw new Error(`${program.name} does not listen`);
    await sleep(10);
  }
  return child;
}

/** Stops it, and waits until it has exited. */
export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await gone;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
