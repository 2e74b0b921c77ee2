import { describe, expect, it } from 'vitest';
import { changedState, type TriageRequest, type TriageState } from './next-state.ts';

const now = 1_770_000_000_000;
const hour = 3_600_000;
const at = (moment: number) => new Date(moment);
type Before = Parameters<typeof changedState>[0];
const open: Before = {
  pinnedAt: null,
  snoozedUntil: null,
  closedAt: null,
  archivedAt: null,
  waitingSince: null,
  lastMessageAt: at(1),
};

describe('a triage request', () => {
  it.each<[string, Partial<Before>, TriageRequest, Partial<TriageState>]>([
    ['pins at the end', {}, { pinned: true }, { pinnedAt: at(now) }],
    ['pins in an earlier place', {}, { pinned: true, pinnedAt: now - hour }, { pinnedAt: at(now - hour) }],
    ['pins no later than now', {}, { pinned: true, pinnedAt: now + hour }, { pinnedAt: at(now) }],
    ['pins at a time that a database knows', {}, { pinned: true, pinnedAt: -9e15 }, { pinnedAt: at(0) }],
    ['keeps the place of a pin', { pinnedAt: at(1) }, { pinned: true, pinnedAt: 7 }, {}],
    ['unpins', { pinnedAt: at(1) }, { pinned: false }, { pinnedAt: null }],
    ['unpins once', {}, { pinned: false }, {}],
    ['snoozes', {}, { snoozedUntil: now + hour }, { snoozedUntil: at(now + hour) }],
    ['snoozes once', { snoozedUntil: at(now + hour) }, { snoozedUntil: now + hour }, {}],
    ['wakes', { snoozedUntil: at(now + hour) }, { snoozedUntil: null }, { snoozedUntil: null }],
    [
      'wakes by a time that has passed',
      { snoozedUntil: at(now + hour) },
      { snoozedUntil: now },
      { snoozedUntil: null },
    ],
    ['doesn’t snooze into the past', {}, { snoozedUntil: now - 1 }, {}],
    ['closes', {}, { closed: true }, { closedAt: at(now) }],
    ['closes, and unpins', { pinnedAt: at(1) }, { closed: true }, { pinnedAt: null, closedAt: at(now) }],
    ['closes, and doesn’t pin', {}, { closed: true, pinned: true }, { closedAt: at(now) }],
    ['pins none that is closed', { closedAt: at(5) }, { pinned: true }, {}],
    [
      'reopens in the place of the pin',
      { closedAt: at(5) },
      { closed: false, pinned: true, pinnedAt: 7 },
      { closedAt: null, pinnedAt: at(7) },
    ],
    ['closes once', { closedAt: at(5) }, { closed: true }, {}],
    ['reopens', { closedAt: at(5) }, { closed: false }, { closedAt: null }],
    ['archives, which closes', {}, { archived: true }, { archivedAt: at(now), closedAt: at(now) }],
    [
      'archives, and unpins',
      { pinnedAt: at(1) },
      { archived: true },
      { archivedAt: at(now), closedAt: at(now), pinnedAt: null },
    ],
    ['archives what is closed', { closedAt: at(5) }, { archived: true }, { archivedAt: at(now) }],
    ['archives once', { closedAt: at(5), archivedAt: at(5) }, { archived: true }, {}],
    [
      'leaves closed what it takes out of the archive',
      { closedAt: at(5), archivedAt: at(5) },
      { archived: false },
      { archivedAt: null },
    ],
    [
      'opens what it takes out of the archive if the customer has written there',
      { closedAt: at(5), archivedAt: at(6), waitingSince: at(2), lastMessageAt: at(7) },
      { archived: false },
      { archivedAt: null, closedAt: null },
    ],
    [
      'leaves closed what waited before it was archived',
      { closedAt: at(5), archivedAt: at(6), waitingSince: at(2), lastMessageAt: at(2) },
      { archived: false },
      { archivedAt: null },
    ],
    [
      'leaves closed where an agent has written last in the archive',
      { closedAt: at(5), archivedAt: at(6), lastMessageAt: at(7) },
      { archived: false },
      { archivedAt: null },
    ],
    [
      'reopens what is archived',
      { closedAt: at(5), archivedAt: at(5) },
      { closed: false },
      { archivedAt: null, closedAt: null },
    ],
    [
      'doesn’t archive what it opens',
      { closedAt: at(5) },
      { closed: false, archived: true },
      { closedAt: null },
    ],
    ['leaves what it doesn’t name', { pinnedAt: at(1), closedAt: at(2) }, {}, {}],
  ])('%s', (_, before, request, changed) => {
    expect(changedState({ ...open, ...before }, request, now)).toEqual(changed);
  });

  it('snoozes for no longer than a year', () => {
    expect(changedState(open, { snoozedUntil: now + 366 * 24 * hour }, now)).not.toBe('snooze-too-long');
    expect(changedState(open, { snoozedUntil: now + 366 * 24 * hour + 1 }, now)).toBe('snooze-too-long');
    expect(changedState(open, { snoozedUntil: Number.MAX_SAFE_INTEGER }, now)).toBe('snooze-too-long');
  });
});
