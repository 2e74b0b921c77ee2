import { describe, expect, it } from 'vitest';
import { recurring } from './recurring.ts';

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);

describe('the schedule', () => {
  const schedule = () =>
    recurring(
      new Map([
        ['hourly', '5 * * * *'],
        ['minutely', '* * * * *'],
      ]),
    );

  it('starts with nothing due, and names what a new minute makes due', () => {
    const it = schedule();
    expect(it.due(at('10:04:30')).names).toEqual([]);
    const due = it.due(at('10:05:01'));
    expect(due.names.sort()).toEqual(['hourly', 'minutely']);
    expect(due.at).toEqual(new Date(at('10:05:00')));
    due.done();
    expect(it.due(at('10:05:59')).names).toEqual([]);
  });

  it('repeats what is due until it has been added', () => {
    const it = schedule();
    it.due(at('10:04:30')).done();
    it.due(at('10:05:00'));
    it.due(at('10:06:00'));
    expect(it.due(at('10:07:00')).names.sort()).toEqual(['hourly', 'minutely']);
  });

  it('names a job once for all times that were missed', () => {
    const it = schedule();
    it.due(at('08:00:00')).done();
    expect(it.due(at('23:30:00')).names.sort()).toEqual(['hourly', 'minutely']);
  });

  it('refuses a pattern that it cannot read', () => {
    expect(() => recurring(new Map([['never', '61 * * * *']]))).toThrow();
  });
});
