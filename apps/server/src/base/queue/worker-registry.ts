import { type SQL, sql } from 'drizzle-orm';
import { monotonicNow, systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { LeaseRecord, processLease } from '../process-lease.ts';
import { releaseJobs } from './job-rows.ts';
import { queueWorkers } from './tables.ts';

/** Delay between two rounds, in ms. */
const roundEveryMs = 2_000;
/** Rounds between checks for locks of workers that have no row; the first round that judges is one of them. */
const strayRounds = 30;
/**
 * Time for which locks of an ended name are searched: longer than every timeout within which its last fetch can end.
 */
const watchEndedMs = 120_000;

export type WorkerRegistryOptions = {
  database: Database;
  /** The database for heartbeats, on a connection that no other work uses. */
  heartbeatDatabase: Database;
  log: Log;
  /** No other process uses this database: jobs locked under other names are released at once. */
  soleProcess: boolean;
  /** The record of this process's own heartbeats; left out: an empty one. */
  record?: LeaseRecord;
};

/** A running job and the worker name of its lock. */
type Held = { id: string; worker: string };

/**
 * Unlocks the jobs of dead workers. A job remains locked for ever in the name of its worker; so each process
 * registers its workers before they lock anything, renews their heartbeat (see `process-lease.ts`), and unlocks the
 * jobs of silent processes and those left locked by its own ended workers.
 */
export class WorkerRegistry {
  readonly #database: Database;
  readonly #heartbeatDatabase: Database;
  readonly #record: LeaseRecord;
  readonly #log: Log;
  readonly #soleProcess: boolean;
  readonly #processId = newId();
  readonly #living = new Set<string>();
  /** Names that lock nothing any more, and when they ended. */
  readonly #ended = new Map<string, number>();
  readonly #held = new Set<Held>();
  readonly #stopping = new AbortController();
  #judgements = 0;
  #loops: Promise<unknown> = Promise.resolve();

  constructor({
    database,
    heartbeatDatabase,
    log,
    soleProcess,
    record = new LeaseRecord(),
  }: WorkerRegistryOptions) {
    this.#database = database;
    this.#heartbeatDatabase = heartbeatDatabase;
    this.#record = record;
    this.#log = log;
    this.#soleProcess = soleProcess;
  }

  /** Also runs `extra` in each round, every two seconds while the database answers. */
  async start(extra: () => Promise<void>): Promise<void> {
    if (this.#soleProcess) {
      await this.#releaseDead(0);
      await this.#releaseStrays(0);
    }
    const round = async () => {
      await this.#round();
      await extra();
    };
    // Separate loops: a round that waits for a connection must not delay the heartbeat.
    const beating = this.#repeat(processLease.renewEveryMs, () => this.beat());
    this.#loops = Promise.all([beating, this.#repeat(roundEveryMs, round)]);
  }

  /** Writes the heartbeat of all names whose locks other processes must respect. */
  async beat(): Promise<void> {
    const sentAt = monotonicNow();
    await this.#heartbeatDatabase.db.execute(sql`
      insert into ${queueWorkers} (worker_id, process_id)
      select id, ${this.#processId} from json_array_elements_text(${JSON.stringify([...this.#names()])}::json) as id
      on conflict (worker_id) do update set seen_at = now()`);
    this.#record.given(sentAt, monotonicNow());
  }

  /** Registers and returns a new worker name for locking jobs. */
  async begin(): Promise<string> {
    const worker = `worker-${newId()}`;
    this.#living.add(worker);
    try {
      await this.beat();
      await this.#releaseEnded();
      return worker;
    } catch (error) {
      this.#living.delete(worker);
      throw error;
    }
  }

  /** Ends a name. It locks nothing from now on, except what a fetch without an answer may have locked. */
  end(worker: string): void {
    this.#living.delete(worker);
    this.#ended.set(worker, Date.now());
  }

  hold(job: Held): void {
    this.#held.add(job);
  }

  release(job: Held): void {
    this.#held.delete(job);
  }

  /** Removes the heartbeats, unless jobs are still running: other processes must then wait for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#database.pool.ending) return;
    await this.#loops;
    if (this.#held.size > 0) return;
    try {
      await this.#releaseEnded();
      await this.#heartbeatDatabase.db.execute(
        sql`delete from ${queueWorkers} where ${queueWorkers.processId} = ${this.#processId}`,
      );
    } catch (error) {
      this.#log.warn({ err: error }, 'the queue registration could not be removed');
    }
  }

  #names(): Set<string> {
    return new Set([...this.#living, ...[...this.#held].map(({ worker }) => worker)]);
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    for (;;) {
      await systemClock.sleep(everyMs, this.#stopping.signal).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      try {
        await work();
      } catch (error) {
        this.#log.warn({ err: error }, 'the queue heartbeat failed');
      }
    }
  }

  async #round(): Promise<void> {
    await this.#releaseEnded();
    if (!this.#record.mayJudge(monotonicNow())) return;
    await this.#releaseDead(processLease.seconds);
    this.#judgements += 1;
    if (this.#judgements % strayRounds === 1) await this.#releaseStrays(processLease.seconds);
  }

  /** `silence`: seconds without a heartbeat after which another process's worker counts as dead. */
  async #releaseDead(silence: number): Promise<void> {
    const { rows } = await this.#database.db.execute<{ worker_id: string }>(sql`
      delete from ${queueWorkers}
      where ${queueWorkers.processId} <> ${this.#processId}
        and ${queueWorkers.seenAt} <= now() - make_interval(secs => ${silence})
        and ${this.#ownSignStands}
      returning ${queueWorkers.workerId}`);
    await this.#unlock(rows.map((row) => row.worker_id));
  }

  /**
   * The heartbeat's own age is checked too: a statement that an outage delayed along with all heartbeats must not
   * judge.
   */
  get #ownSignStands(): SQL {
    if (this.#soleProcess) return sql`true`;
    return sql`exists (select from ${queueWorkers} own where own.process_id = ${this.#processId}
      and own.seen_at > now() - make_interval(secs => ${processLease.ownSignSeconds}))`;
  }

  /** Unlocks jobs of workers without a row: a process judged dead during a pause may have locked jobs since. */
  async #releaseStrays(silence: number): Promise<void> {
    const { rows } = await this.#database.db.execute<{ locked_by: string }>(sql`
      select distinct locked_by from graphile_worker.jobs
      where locked_at <= now() - make_interval(secs => ${silence})
        and locked_by not in (select ${queueWorkers.workerId} from ${queueWorkers}) and ${this.#ownSignStands}`);
    const own = this.#names();
    await this.#unlock(rows.map((row) => row.locked_by).filter((id) => !own.has(id)));
  }

  async #releaseEnded(): Promise<void> {
    if (this.#ended.size === 0) return;
    const inHand = [...this.#held].filter(({ worker }) => this.#ended.has(worker));
    const workers = [...this.#ended.keys()];
    const jobs = await releaseJobs(this.#database, { workers, held: inHand.map(({ id }) => id) });
    if (jobs > 0) this.#log.info({ jobs }, 'jobs of ended workers were released');
    await this.#forgetEnded(new Set(inHand.map(({ worker }) => worker)));
  }

  async #forgetEnded(busy: ReadonlySet<string>): Promise<void> {
    const before = Date.now() - watchEndedMs;
    const over = [...this.#ended].flatMap(([id, at]) => (at < before && !busy.has(id) ? [id] : []));
    if (over.length === 0) return;
    await this.#database.db.execute(sql`
      delete from ${queueWorkers}
      where ${queueWorkers.workerId} in (select json_array_elements_text(${JSON.stringify(over)}::json))`);
    for (const worker of over) this.#ended.delete(worker);
  }

  async #unlock(workers: readonly string[]): Promise<void> {
    if (workers.length === 0) return;
    const jobs = await releaseJobs(this.#database, { workers, held: [] });
    if (jobs > 0) this.#log.info({ jobs, workers: workers.length }, 'jobs of dead workers were released');
  }
}
