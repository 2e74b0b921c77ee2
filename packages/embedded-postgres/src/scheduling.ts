import { execFile } from 'node:child_process';
import type { RunAs } from './user.ts';

/**
 * Asks the system not to interrupt a running process whenever one of the database's is woken. Without this, each statement that
 * the server sends on a busy machine stops the server itself at once, while the database works on its processor: on two cores it
 * cost a third of the time to accept a message. The database's connections inherit it, and keep their share of the processors.
 * Nothing happens where the policy (sched(7): SCHED_BATCH) or the command is unknown. `runAs`: the user whose process it is; root in
 * a container may not do this to another's.
 */
export function scheduleAsBatch(pid: number, runAs: RunAs): Promise<void> {
  if (process.platform !== 'linux') return Promise.resolve();
  const { file, args } = runAs.command('chrt', ['-b', '-p', '0', String(pid)]);
  return new Promise((resolve) => {
    try {
      execFile(file, args, { ...runAs.spawn, cwd: '/', timeout: 2_000 }, () => resolve());
    } catch {
      // Some failures to start a process are thrown at once. The database runs as well without it.
      resolve();
    }
  });
}
