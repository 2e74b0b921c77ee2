import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { monotonicNow } from '../clock.ts';
import { LeaseRecord } from '../process-lease.ts';
import { note, queueHarness } from './testing/queue-harness.ts';

const harness = queueHarness();
const { add, newQueue, noting } = harness;

describe('what a killed process held', () => {
  /** Leaves the rows of a process that was killed during a job. */
  async function heldByTheDead(seenSecondsAgo: number | null): Promise<void> {
    await add('left');
    await harness.database.db.execute(sql`
      update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now() - interval '30 s', attempts = 1`);
    if (seenSecondsAgo === null) return;
    await harness.database.db.execute(sql`
      insert into queue_workers (worker_id, process_id, seen_at)
      values ('worker-dead', 'dead', now() - make_interval(secs => ${seenSecondsAgo}))`);
  }

  /** Waits until only the dead process's job remains: a job's row is deleted shortly after its handler has ended. */
  async function onlyThatOfTheDead(): Promise<void> {
    const { rows } = await harness.database.db.execute(sql`select locked_by from graphile_worker.jobs`);
    expect(rows).toEqual([{ locked_by: 'worker-dead' }]);
  }

  /** Returns the record of a process that has sent heartbeats for long enough to judge others. */
  function longAlive(): LeaseRecord {
    const record = new LeaseRecord();
    for (let ago = 8_000; ago >= 0; ago -= 1_000) record.given(monotonicNow() - ago, monotonicNow() - ago);
    return record;
  }

  it('a living process runs the jobs of a killed one once its lease has expired', async () => {
    await heldByTheDead(8);
    const noted = await noting(undefined, longAlive());
    await vi.waitFor(() => expect(noted).toEqual(['left']));
    const { rows } = await harness.database.db.execute(
      sql`select 1 from queue_workers where process_id = 'dead'`,
    );
    expect(rows).toEqual([]);
  });

  it('the only process runs the jobs of a killed one at once', async () => {
    await heldByTheDead(0);
    const queue = newQueue(true);
    const noted: string[] = [];
    queue.handle(note, async ({ text }) => void noted.push(text));
    await queue.start();
    await vi.waitFor(() => expect(noted).toEqual(['left']));
  });

  it('a living process runs the jobs of a killed one even when its worker was never registered', async () => {
    await heldByTheDead(null);
    const noted = await noting(undefined, longAlive());
    await vi.waitFor(() => expect(noted).toEqual(['left']));
  });

  it('keeps the jobs of a silent process locked while no heartbeat could be written', async () => {
    await heldByTheDead(8);
    const noted = await noting();
    await add('mine');
    await vi.waitFor(() => expect(noted).toEqual(['mine']));
    await vi.waitFor(onlyThatOfTheDead);
  });

  it('identifies locks of living processes by the name that they sign with', async () => {
    const queue = newQueue();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    queue.handle(note, () => held);
    await queue.start();
    await add('long');
    await vi.waitFor(async () => {
      const { rows } = await harness.database.db.execute(sql`
        select 1 from graphile_worker.jobs j join queue_workers w on w.worker_id = j.locked_by`);
      expect(rows).toHaveLength(1);
    });
    release();
    await queue.stop();
  });

  it('keeps the jobs of a living process locked', async () => {
    await heldByTheDead(1);
    const noted = await noting();
    await add('mine');
    await vi.waitFor(() => expect(noted).toEqual(['mine']));
    await vi.waitFor(onlyThatOfTheDead);
  });
});
