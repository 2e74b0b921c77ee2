import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createReadiness, type Probe } from './readiness.ts';

/** A clock whose sleepers wake when it is moved. */
function movableClock() {
  let time = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => time,
    sleep: (ms: number) => new Promise<void>((wake) => void sleepers.push({ at: time + ms, wake })),
    move(ms: number) {
      time += ms;
      for (const { at, wake } of sleepers) if (at <= time) wake();
    },
  };
}

function rig(probe: Probe) {
  const clock = movableClock();
  let probes = 0;
  const ask = createReadiness(
    () => {
      probes += 1;
      return probe();
    },
    createLog('silent'),
    clock,
  );
  return { ask, clock, probes: () => probes };
}

const refusal = (code: string) => Promise.reject(Object.assign(new Error('no'), { code }));

describe('readiness', () => {
  it('shares one probe among all who ask within a second', async () => {
    const { ask, clock, probes } = rig(async () => 0);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(
      Array(3).fill({ reason: null, oldestDueSeconds: 0 }),
    );
    clock.move(999);
    await ask();
    expect(probes()).toBe(1);
    clock.move(1);
    await ask();
    expect(probes()).toBe(2);
  });

  it.each([
    ['25006', 'database-read-only'],
    ['57P01', 'database-gone'],
    ['53100', 'storage-exhausted'],
    ['53200', 'storage-exhausted'],
    ['58030', 'storage-exhausted'],
  ])('names SQLSTATE %s %s', async (code, reason) => {
    expect(await rig(() => refusal(code)).ask()).toMatchObject({ reason, oldestDueSeconds: null });
  });

  it('ends when a job has been due for more than a minute', async () => {
    expect(await rig(async () => 60).ask()).toEqual({ reason: null, oldestDueSeconds: 60 });
    expect(await rig(async () => 61).ask()).toEqual({ reason: 'queue-stalled', oldestDueSeconds: 61 });
  });

  it('ends when the database is silent for a second, and asks it no second time meanwhile', async () => {
    const held = Promise.withResolvers<number>();
    const { ask, clock, probes } = rig(() => held.promise);
    const first = ask();
    clock.move(1_000);
    expect(await first).toMatchObject({ reason: 'database-silent' });
    clock.move(40_000);
    expect(await ask()).toMatchObject({ reason: 'database-silent' });
    expect(probes()).toBe(1);
    held.resolve(0);
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ reason: null }));
  });
});
