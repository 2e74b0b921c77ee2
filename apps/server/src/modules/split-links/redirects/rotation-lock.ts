/**
 * Tells whether this process alone advances rotations and may therefore keep their positions in memory. The state is a
 * session-level advisory lock in the database: one process holds it exclusively, or several share it. A new process asks the
 * exclusive holder to share; the holder stores its positions first. A process that dies loses the lock with its connection.
 */
import type { PoolClient } from 'pg';
import type { Database } from '../../../base/db/database.ts';
import { keepSession } from '../../../base/db/session.ts';
import type { Log } from '../../../base/log.ts';
import { settlesWithin } from '../../../base/settles-within.ts';

/** `lost`: unknown, because the database is down or another process doesn't respond. */
export type RotationLockState = 'alone' | 'shared' | 'lost';

export type RotationLock = {
  /** Returns null during a change. */
  state(): RotationLockState | null;
  /** Resolves with the state; `lost` if a change takes too long. */
  settled(): Promise<RotationLockState>;
  close(): Promise<void>;
};

type Options = {
  database: Database;
  log: Pick<Log, 'warn'>;
  /** Stores the positions advanced in memory, for other processes to continue from; no turns are taken meanwhile. */
  handBack(): Promise<void>;
  /** Resolves once no turns are in flight in the database. */
  idle(): Promise<void>;
  retryAloneMs?: number;
};

const channel = 'split-links:share';
const key = `hashtextextended('split-links rotation', 0)`;
/** Interval at which a sharing process tries to become exclusive again. */
const retryIntervalMs = 20_000;
/** Time limit for a change of state, after which a target is drawn at random. */
const timeLimitMs = 500;

/** Holds the present state, and a promise for the next one. */
function createPlace() {
  let present: RotationLockState | null = null;
  let change = Promise.withResolvers<void>();
  return {
    state: () => present,
    set(state: RotationLockState | null): void {
      if (state === null) change = Promise.withResolvers();
      present = state;
      if (state !== null) change.resolve();
    },
    async settled(): Promise<RotationLockState> {
      if (present === null) await settlesWithin(timeLimitMs, change.promise);
      return present ?? 'lost';
    },
  };
}

/** Changes the state on the next event. Returns false if the session is lost or being closed. */
async function follow(
  held: HeldSession,
  { state, set }: ReturnType<typeof createPlace>,
  { retryAloneMs = retryIntervalMs, handBack, idle }: Options,
): Promise<boolean> {
  const event = await held.next(state() === 'shared' ? retryAloneMs : null);
  if (event === 'lost') return false;
  if (state() === 'alone' && event === 'asked') {
    set(null);
    await handBack();
    await held.share();
    set('shared');
  } else if (state() === 'shared' && event === 'time') {
    set(null);
    await idle();
    set((await held.tryAlone()) ? 'alone' : 'shared');
  }
  return true;
}

export function createRotationLock(options: Options): RotationLock {
  const place = createPlace();
  const { state, settled, set } = place;
  const session = keepSession(options.database, {
    async use(client, closing) {
      const held = await followLock(client, closing);
      const isAlone = await held.tryAlone();
      if (!isAlone) await held.share();
      set(isAlone ? 'alone' : 'shared');
      while (await follow(held, place, options));
      set(null);
      await options.handBack();
    },
    // Without sessions there are no session locks, so every turn is taken in the database.
    without: () => set('shared'),
    failed(error) {
      options.log.warn({ err: error }, 'the turns of split links are not kept');
      set('lost');
    },
  });
  return { state, settled, close: session.close };
}

type HeldSession = Awaited<ReturnType<typeof followLock>>;

async function followLock(client: PoolClient, closing: AbortSignal) {
  let holds: 'nothing' | 'all' | 'share' = 'nothing';
  let isLost = closing.aborted;
  let isAsked = false;
  let wake: () => void = () => undefined;
  const lose = () => {
    isLost = true;
    wake();
  };
  client.on('error', lose);
  client.on('end', lose);
  closing.addEventListener('abort', lose);
  client.on('notification', () => {
    isAsked = true;
    wake();
  });
  const session = {
    async tryAlone(): Promise<boolean> {
      const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${key}) as held`);
      if (rows[0]?.held !== true) return false;
      if (holds === 'share') await client.query(`select pg_advisory_unlock_shared(${key})`);
      holds = 'all';
      return true;
    },
    /** Shares the lock: at once if this session holds it, otherwise as soon as the holder shares it. */
    async share(): Promise<void> {
      if (holds === 'nothing') await client.query(`notify "${channel}"`);
      await client.query(`select pg_advisory_lock_shared(${key})`);
      if (holds === 'all') await client.query(`select pg_advisory_unlock(${key})`);
      holds = 'share';
      isAsked = false;
    },
    /** Waits for the first of: another process asks to share, `ms` have passed, the session is lost or being closed. */
    async next(ms: number | null): Promise<'asked' | 'time' | 'lost'> {
      if (!isLost && !isAsked) {
        const woken = Promise.withResolvers<void>();
        wake = woken.resolve;
        const timer = ms === null ? null : setTimeout(woken.resolve, ms);
        await woken.promise;
        if (timer !== null) clearTimeout(timer);
      }
      if (isLost) return 'lost';
      if (!isAsked) return 'time';
      isAsked = false;
      return 'asked';
    },
  };
  await client.query(`set lock_timeout = '3s'`);
  await client.query(`listen "${channel}"`);
  return session;
}
