/**
 * Writes this process's heartbeat on a separate connection, independent of account checks, so that neither a slow check
 * nor a busy pool is mistaken for death.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import type { Log } from '../../../base/log.ts';
import { LeaseRecord, processLease } from '../../../base/process-lease.ts';
import { type TakeableAccounts, writeHeartbeat } from './store.ts';

/** Interval in ms between two checks for a lapse. */
const checkEveryMs = 250;

export type Heartbeat = {
  /** Resolves when the heartbeat is written. */
  beat(): Promise<void>;
  /** Returns what may be taken over now, given how long this process has been able to write heartbeats. */
  takeable(): TakeableAccounts;
  /**
   * Returns null when others may take over what this process holds, else a number that stays the same as long as no
   * takeover was possible.
   */
  standing(): number | null;
  /** Writes a heartbeat every second from now on. Calls `onLapse` when none was written until others may take over. */
  start(onLapse: () => void): void;
  stop(): Promise<void>;
};

type Deps = { heartbeatDatabase: Database; clock: Pick<Clock, 'now'>; log: Log; processId: string };

export function createHeartbeat({ heartbeatDatabase, clock, log, processId }: Deps): Heartbeat {
  const record = new LeaseRecord();
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<void> | null = null;

  const give = async () => {
    const sentAt = clock.now();
    await writeHeartbeat(heartbeatDatabase, processId);
    record.given(sentAt, clock.now());
  };
  const share = () => {
    running ??= give().finally(() => {
      running = null;
    });
    return running;
  };
  const giveLogged = () => {
    share().catch((error: unknown) => log.warn({ err: error }, 'no heartbeat could be written'));
  };
  return {
    beat: share,
    takeable: () => (record.mayJudge(clock.now()) ? 'abandoned' : 'released'),
    standing() {
      record.check(clock.now());
      const { count, lasting } = record.lapses;
      return lasting ? null : count;
    },
    start(onLapse) {
      let seen = record.lapses.count;
      const look = () => {
        record.check(clock.now());
        const { count } = record.lapses;
        if (count > seen) onLapse();
        seen = count;
      };
      timers.push(setInterval(look, checkEveryMs), setInterval(giveLogged, processLease.renewEveryMs));
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}
