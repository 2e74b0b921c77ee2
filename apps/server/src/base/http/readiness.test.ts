import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createOutageWatch, createReadiness, type Probe } from './readiness.ts';

/** Returns a clock whose sleepers wake when it is advanced. */
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

function harness(probe: Probe) {
  const clock = movableClock();
  let probes = 0;
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const ask = createReadiness(
    () => {
      probes += 1;
      return probe();
    },
    log,
    clock,
  );
  return { ask, clock, lines, probes: () => probes };
}

const refusal = (code: string) => Promise.reject(Object.assign(new Error('no'), { code }));

describe('readiness', () => {
  it('shares one probe among all who ask within a second', async () => {
    const { ask, clock, probes } = harness(async () => 0);
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
    expect(await harness(() => refusal(code)).ask()).toMatchObject({ reason, oldestDueSeconds: null });
  });

  it('ends when a job has been due for more than a minute', async () => {
    expect(await harness(async () => 60).ask()).toEqual({ reason: null, oldestDueSeconds: 60 });
    expect(await harness(async () => 61).ask()).toEqual({ reason: 'queue-stalled', oldestDueSeconds: 61 });
  });

  it('ends when the database is silent for a second, and queries it only once in that time', async () => {
    const held = Promise.withResolvers<number>();
    const { ask, clock, probes } = harness(() => held.promise);
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

describe('an outage', () => {
  it('an outage is logged once at its start, with its cause, and once at its end, with its reasons and length', async () => {
    const codes = ['57P01', '57P01', '25006'];
    const { ask, clock, lines } = harness(async () => {
      const code = codes.shift();
      return code === undefined ? 0 : refusal(code);
    });
    for (let n = 0; n < 5; n += 1) {
      await ask();
      clock.move(2_000);
    }
    expect(lines).toMatchObject([
      { msg: 'the server is not ready', reason: 'database-gone', err: { message: 'no' } },
      { msg: 'the server is ready again', reasons: ['database-gone', 'database-read-only'], seconds: 6 },
    ]);
  });

  it('an outage is followed to its end without a probe, by one watch however often it is reported', async () => {
    let gone = true;
    const { ask, clock, lines, probes } = harness(() => (gone ? refusal('57P01') : Promise.resolve(0)));
    const report = createOutageWatch(ask, new AbortController().signal, async (ms) => {
      await new Promise(setImmediate);
      clock.move(ms);
    });
    for (let n = 0; n < 10; n += 1) report();
    await vi.waitFor(() => expect(probes()).toBeGreaterThan(3));
    gone = false;
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    const asked = probes();
    await new Promise(setImmediate);
    expect(probes()).toBe(asked);
    expect(lines).toHaveLength(2);
  });

  it('an outage is no longer followed once the server closes', async () => {
    const closing = new AbortController();
    const { ask, probes } = harness(() => refusal('57P01'));
    closing.abort();
    createOutageWatch(ask, closing.signal)();
    await new Promise(setImmediate);
    expect(probes()).toBe(0);
  });
});
