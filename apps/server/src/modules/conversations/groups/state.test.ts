import { describe, expect, it } from 'vitest';
import { groupPatch } from './state.ts';

const inside = { exit: null, reason: null, role: null };
const outside = { ...inside, exit: 'removed' as const };
const earlier = new Date(500);
const now = 1_000;

describe('groupPatch', () => {
  it.each([
    [
      'closes and unpins a group that was left',
      { groupState: inside, closedAt: null, archivedAt: null },
      outside,
      { closedAt: new Date(now), pinnedAt: null },
    ],
    [
      'closes a group of which nothing was known',
      { groupState: null, closedAt: null, archivedAt: null },
      outside,
      { closedAt: new Date(now), pinnedAt: null },
    ],
    [
      'keeps the time at which a group was closed already',
      { groupState: inside, closedAt: earlier, archivedAt: null },
      outside,
      { closedAt: earlier, pinnedAt: null },
    ],
    [
      'reopens a group that was joined again',
      { groupState: outside, closedAt: earlier, archivedAt: null },
      inside,
      { closedAt: null },
    ],
    [
      'leaves an archived group closed',
      { groupState: outside, closedAt: earlier, archivedAt: earlier },
      inside,
      {},
    ],
    [
      'leaves a group as it is whose membership hasn’t changed',
      { groupState: inside, closedAt: earlier, archivedAt: null },
      inside,
      {},
    ],
  ])('%s', (_, group, next, changes) => {
    expect(groupPatch(group, next, now)).toEqual({ groupState: next, ...changes });
  });
});
