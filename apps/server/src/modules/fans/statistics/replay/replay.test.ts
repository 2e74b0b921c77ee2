import { describe, expect, it } from 'vitest';
import { compare, type LogEntry, sumEntries } from './replay.ts';

const entry = (given: Partial<LogEntry>): LogEntry => ({
  from: null,
  to: 'new',
  socialAccountId: 'a1',
  subAccountId: 's1',
  platform: 'telegram',
  workOrderId: null,
  ofDay: true,
  ofOrderDay: false,
  ...given,
});
const counts = (base: number, fresh: number, repeat: number) => ({ base, new: fresh, repeat });

describe('a replay', () => {
  it('sums verdicts and applies corrections', () => {
    const sums = sumEntries([
      entry({}),
      entry({ to: 'repeat' }),
      entry({ from: 'new', to: 'repeat' }),
      entry({ from: 'new', to: 'merged' }),
    ]);
    expect(sums.get('account days/a1')).toEqual(counts(0, -1, 2));
    expect(sums.get('growth days/s1 telegram')).toEqual(counts(0, -1, 2));
  });

  it('counts a verdict for the day of its work order, regardless of the calendar', () => {
    const sums = sumEntries([entry({ ofDay: false, ofOrderDay: true, workOrderId: 'o1' })]);
    expect([...sums]).toEqual([['order days/o1 a1', counts(0, 1, 0)]]);
  });

  it('lists counters that differ, are missing or are superfluous', () => {
    const kept = [
      { source: 'account days' as const, key: 'a1', ...counts(0, 2, 0) },
      { source: 'account days' as const, key: 'a9', ...counts(0, 1, 0) },
      { source: 'account days' as const, key: 'a8', ...counts(0, 0, 0) },
    ];
    const wrong = compare([entry({})], kept).filter(({ same }) => !same);
    expect(wrong.map(({ source, key }) => [source, key])).toEqual([
      ['account days', 'a1'],
      ['account days', 'a9'],
      ['growth days', 's1 telegram'],
    ]);
  });

  it('compares a closed day with the log of its work order, but no open one', () => {
    const log = [
      entry({ workOrderId: 'o1', ofOrderDay: true }),
      entry({ workOrderId: 'o1', ofOrderDay: true, socialAccountId: 'a2' }),
      entry({ workOrderId: 'o2', ofOrderDay: true }),
    ];
    const closed = [{ source: 'closed days' as const, key: 'o1 a1', ...counts(0, 1, 0) }];
    const rows = compare(log, closed).filter(({ source }) => source === 'closed days');
    expect(rows).toMatchObject([
      { key: 'o1 a1', same: true },
      { key: 'o1 a2', kept: null, same: false },
    ]);
  });
});
