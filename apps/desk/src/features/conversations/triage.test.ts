import { conversationWith } from '@parley/chat-core/fixtures';
import { avatarColor, initialsOf } from '@parley/ui';
import { expect, it } from 'vitest';
import { snoozeTimes } from './snooze-times.ts';
import { requestOf } from './triage-act.ts';

it('undoes each action to the state before it', () => {
  const before = conversationWith({ pinnedAt: 5, snoozedUntil: 9 });
  const undo = (kind: 'pin' | 'unpin' | 'close' | 'reopen' | 'archive' | 'wake') =>
    requestOf(before, { kind }).undo;
  expect(undo('unpin')).toEqual({ pinned: true, pinnedAt: 5 });
  expect(undo('reopen')).toEqual({ closed: true, snoozedUntil: 9 });
  expect(undo('wake')).toEqual({ snoozedUntil: 9 });
  expect(undo('close')).toEqual({ closed: false, pinned: true, pinnedAt: 5 });
  expect(undo('archive')).toEqual({ closed: false, pinned: true, pinnedAt: 5 });
  const closed = conversationWith({ closedAt: 7 });
  expect(requestOf(closed, { kind: 'archive' })).toEqual({
    change: { archived: true },
    undo: { archived: false },
  });
  const archived = conversationWith({ closedAt: 7, archivedAt: 8 });
  expect(requestOf(archived, { kind: 'reopen' }).undo).toEqual({
    closed: true,
    snoozedUntil: null,
    archived: true,
  });
  expect(requestOf(conversationWith({}), { kind: 'close' }).undo).toEqual({ closed: false });
  expect(requestOf(before, { kind: 'snooze', until: 70 })).toEqual({
    change: { snoozedUntil: 70 },
    undo: { snoozedUntil: 9 },
  });
});

it.each([
  ['a Thursday', new Date(2026, 0, 8, 15), new Date(2026, 0, 12, 9)],
  ['a Sunday', new Date(2026, 0, 11, 8), new Date(2026, 0, 12, 9)],
  ['a Monday', new Date(2026, 0, 12, 8), new Date(2026, 0, 19, 9)],
])('offers the next Monday on %s', (_, now, monday) => {
  const times = new Map(snoozeTimes(now.getTime()));
  expect(times.get('nextWeek')).toBe(monday.getTime());
  expect(times.get('hour')).toBe(now.getTime() + 3_600_000);
  expect(new Date(times.get('tomorrow') ?? 0).getDate()).toBe(now.getDate() + 1);
});

it.each([
  ['Lucía Pérez', 'LP'],
  ['王小明', '王'],
  ['anna', 'A'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧F'],
  ['  ', '?'],
  ['anna maria lopez', 'AL'],
])('shows %s as %s', (title, initials) => {
  expect(initialsOf(title)).toBe(initials);
});

it('gives one id one color, and different ids several', () => {
  const colors = Array.from({ length: 40 }, (_, n) => avatarColor(`0198c0de-0000-7000-8000-${n}`));
  expect(avatarColor('0198c0de-0000-7000-8000-3')).toBe(colors[3]);
  expect(new Set(colors).size).toBeGreaterThan(5);
});
