import { expect, it } from 'vitest';
import { LeaseRecord } from './process-lease.ts';

it('judges no process in the first seven seconds after the start', () => {
  const record = new LeaseRecord();
  expect(record.mayJudge(1_000_000)).toBe(false);
  for (let at = 0; at <= 7_000; at += 1_000) record.given(at, at + 50);
  expect(record.mayJudge(7_049)).toBe(false);
  expect(record.mayJudge(7_050)).toBe(true);
});

it('judges no process for seven seconds after a gap in its own heartbeat', () => {
  const record = new LeaseRecord();
  for (let at = 0; at <= 10_000; at += 1_000) record.given(at, at);
  expect(record.mayJudge(10_000)).toBe(true);
  record.given(13_500, 13_500);
  expect(record.mayJudge(13_500)).toBe(true);
  expect(record.mayJudge(17_001)).toBe(false);
  record.given(17_001, 17_100);
  for (let at = 18_000; at <= 24_000; at += 1_000) record.given(at, at);
  expect(record.mayJudge(24_099)).toBe(false);
  expect(record.mayJudge(24_100)).toBe(true);
});

it('lapses once after six seconds without a heartbeat, until the next one', () => {
  const record = new LeaseRecord();
  expect(record.check(100_000)).toBe(false);
  record.given(0, 10);
  expect([record.check(6_000), record.check(6_001), record.check(9_000)]).toEqual([false, true, false]);
  expect(record.lapses).toEqual({ count: 1, lasting: true });
  record.given(20_000, 20_010);
  expect(record.lapses).toEqual({ count: 1, lasting: false });
});

it('counts a lapse that was not checked for while the process was suspended', () => {
  const record = new LeaseRecord();
  record.given(0, 10);
  record.given(8_000, 8_010);
  expect(record.lapses).toEqual({ count: 1, lasting: false });
});

it('remains lapsed when a heartbeat is confirmed too late', () => {
  const record = new LeaseRecord();
  record.given(0, 10);
  record.given(1_000, 9_000);
  expect(record.lapses).toEqual({ count: 1, lasting: true });
});
