/**
 * Says whether this process alone gives out turns of rotations, and may so keep them in memory. A lock of the database's
 * session says it: one process has it alone, or several share it. A process that comes asks the other one to share, which
 * stores its turns first. A process that dies loses the lock with its connection.
 */
import type { PoolClient } from 'pg';
import type { Database } from '../../../base/db/database.ts';
import { keepSession } from '../../../base/db/session.ts';
import type { Log } from '../../../base/log.ts';
import { within } from '../../../base/within.ts';

/** `lost`: it isn't known, as the database is away or another process doesn't answer. */
export type Standing = 'alone' | 'shared' | 'lost';

export type RotationLock = {
  /** Null while it changes. */
  standing(): Standing | null;
  /** Resolves with the standing, which is `lost` where a change takes long. */
  settled(): Promise<Standing>;
  close(): Promise<void>;
};

type Options = {
  database: Database;
  log: Pick<Log, 'warn'>;
  /** Stores the turns that were given out alone, for others to go on from; none is given out meanwhile. */
  handBack(): Promise<void>;
  /** Resolves once no turns are under way that the database gives out. */
  idle(): Promise<void>;
  retryAloneMs?: number;
};

const channel = 'split-links:share';
const key = `hashtextextended('split-links rotation', 0)`;
/** A process that shares tries to be alone again after so long. */
const patientMs = 20_000;
/** A visitor waits so long for a change, then chance decides. */
const patienceMs = 500;

/** The present standing, and who waits for the next one. */
function createPlace() {
  let present: Standing | null = null;
  let change = Promise.withResolvers<void>();
  return {
    standing: () => present,
    set(standing: Standing | null): void {
      if (standing === null) change = Promise.withResolvers();
      present = standing;
      if (standing !== null) change.resolve();
    },
    async settled(): Promise<Standing> {
      if (present === null) await within(patienceMs, change.promise);
      return present ?? 'lost';
    },
  };
}

/** Changes the standing with the next event. False: the session is lost or to be closed. */
async function follow(
  held: HeldSession,
  { standing, set }: ReturnType<typeof createPlace>,
  { retryAloneMs = patientMs, handBack, idle }: Options,
): Promise<boolean> {
  const event = await held.next(standing() === 'shared' ? retryAloneMs : null);
  if (event === 'lost') return false;
  if (standing() === 'alone' && event === 'asked') {
    set(null);
    await handBack();
    await held.share();
    set('shared');
  } else if (standing() === 'shared' && event === 'time') {
    set(null);
    await idle();
    set((await held.tryAlone()) ? 'alone' : 'shared');
  }
  return true;
}

export function createRotationLock(options: Options): RotationLock {
  const place = createPlace();
  const { standing, settled, set } = place;
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
    // Without sessions there are no locks to hold: each turn is the database's.
    without: () => set('shared'),
    failed(error) {
      options.log.warn({ err: error }, 'the turns of split links are not kept');
      set('lost');
    },
  });
  return { standing, settled, close: session.close };
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
    /** Shares the lock: in one step if this session has it, else once the one that has it does. */
    async share(): Promise<void> {
      if (holds === 'nothing') await client.query(`notify "${channel}"`);
      await client.query(`select pg_advisory_lock_shared(${key})`);
      if (holds === 'all') await client.query(`select pg_advisory_unlock(${key})`);
      holds = 'share';
      isAsked = false;
    },
    /** Waits for what happens first: another process asks for a share, `ms` are over, the session is lost or to be closed. */
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
