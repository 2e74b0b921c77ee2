import { expect, it } from 'vitest';
import { presentAgents } from './presenter.ts';
import type { AgentDay } from './queries.ts';

it('totals the days of each agent, the one with most conversions first', () => {
  const day = (subAccountId: string, name: string | null, date: string, conversions: number): AgentDay => ({
    subAccountId,
    name,
    day: date,
    conversions,
    newFans: 1,
    repeatFans: 0,
  });
  const days = [
    day('deleted', null, '2026-05-04', 2),
    day('ana', 'Ana', '2026-05-04', 1),
    day('gone', null, '2026-05-04', 1),
    day('ana', 'Ana', '2026-05-03', 4),
  ];
  const listed = presentAgents(days).map(({ days: own, ...agent }) => [agent, own.map((one) => one.day)]);
  const counted = { repeatFans: 0 };
  expect(listed).toEqual([
    [
      { subAccountId: 'ana', name: 'Ana', conversions: 5, newFans: 2, ...counted },
      ['2026-05-04', '2026-05-03'],
    ],
    [{ subAccountId: 'deleted', name: null, conversions: 2, newFans: 1, ...counted }, ['2026-05-04']],
    [{ subAccountId: 'gone', name: null, conversions: 1, newFans: 1, ...counted }, ['2026-05-04']],
  ]);
});
