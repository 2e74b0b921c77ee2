import { expect, it } from 'vitest';
import { killDatabase } from './database-kills.ts';

/** `npm run kill-database` performs fifty kills, with long freezes. */
it('continues its jobs after each death of its database, leaks nothing, and stops in order', async ({
  annotate,
}) => {
  const report = await killDatabase([
    { kind: 'SIGKILL' },
    { kind: 'backend ended' },
    { kind: 'SIGQUIT' },
    { kind: 'SIGSTOP', seconds: 2 },
    { kind: 'backend killed' },
  ]);
  expect(report.odd).toEqual([]);
  expect(report.lost).toBe(0);
  expect(report.checkedOut).toBeLessThanOrEqual(3);
  // The requirement is five seconds; a busy machine gets three times as long.
  for (const { resumed } of report.results) expect(resumed).toBeLessThan(15_000);
  for (const stop of report.stops) {
    expect(stop).toMatchObject({ code: 0, databaseRuns: false });
    expect(stop.ms).toBeLessThan(15_000);
  }
  await annotate(JSON.stringify(report));
}, 600_000);
