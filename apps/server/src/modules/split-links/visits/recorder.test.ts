import { describe, expect, it } from 'vitest';
import { trustWorkspaceId } from '../../../base/ids.ts';
import type { NewVisit } from './recorded-visit.ts';
import { createVisitRecorder } from './recorder.ts';

const visit = (id: string): NewVisit => ({
  workspaceId: trustWorkspaceId('01980d5e-7c1a-7000-8000-000000000001'),
  linkId: 'l',
  id,
  at: new Date(0),
  outcome: 'page',
  targetId: null,
  url: null,
  token: null,
  address: '203.0.113.7',
  userAgent: '',
  storedAddresses: 'whole',
});

function setUp() {
  const stored: string[][] = [];
  const timers: { ms: number; work: () => void }[] = [];
  const warnings: unknown[] = [];
  let failures = 0;
  const recorder = createVisitRecorder({
    async store(visits) {
      if (failures > 0) {
        failures -= 1;
        throw new Error('no database');
      }
      stored.push(visits.map(({ id }) => id));
    },
    log: { warn: (...what: unknown[]) => void warnings.push(what) } as never, // the one method that is used
    setTimer(ms, work) {
      const timer = { ms, work };
      timers.push(timer);
      return () => void timers.splice(0, timers.length, ...timers.filter((one) => one !== timer));
    },
  });
  return {
    recorder,
    stored,
    timers,
    warnings,
    failNext: (count: number) => {
      failures = count;
    },
    fire: () => timers.shift()?.work(),
  };
}

describe('visits', () => {
  it('stores visits together, a tenth of a second after the first', async () => {
    const { recorder, stored, timers, fire } = setUp();
    recorder.add(visit('a'));
    recorder.add(visit('b'));
    expect([timers.map(({ ms }) => ms), stored]).toEqual([[100], []]);
    fire();
    await expect.poll(() => stored).toEqual([['a', 'b']]);
    expect(timers).toEqual([]);
  });

  it('keeps visits while the database is down', async () => {
    const { recorder, stored, timers, failNext, fire } = setUp();
    failNext(1);
    recorder.add(visit('a'));
    fire();
    await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([1_000]);
    recorder.add(visit('b'));
    fire();
    await expect.poll(() => stored).toEqual([['a', 'b']]);
  });

  it('stores all visits when the server stops', async () => {
    const { recorder, stored, warnings } = setUp();
    for (let at = 0; at < 4_500; at += 1) recorder.add(visit(String(at)));
    await recorder.close();
    expect(stored.map((batch) => batch.length)).toEqual([2_000, 2_000, 500]);
    expect(warnings).toEqual([]);
  });

  it('gives up visits, with a warning, when the server stops without a database', async () => {
    const { recorder, stored, warnings, failNext } = setUp();
    failNext(9);
    recorder.add(visit('a'));
    await recorder.close();
    expect(stored).toEqual([]);
    expect(warnings.length).toBeGreaterThan(0);
  });

  it('limits the number of pending visits while the database is down', async () => {
    const { recorder, stored, warnings } = setUp();
    for (let at = 0; at < 200_100; at += 1) recorder.add(visit(String(at)));
    await recorder.close();
    expect(stored.flat()).toHaveLength(200_000);
    expect(JSON.stringify(warnings)).toContain('100');
  });
});
