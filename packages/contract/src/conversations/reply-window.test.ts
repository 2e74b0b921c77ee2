import { expect, it } from 'vitest';
import { isWindowClosed, windowEnd } from './reply-window.ts';

const hour = 3_600_000;
const written = (customerWroteAt: number | null, kind: 'private' | 'group' = 'private') => ({
  kind,
  customerWroteAt,
});

it.each([
  ['any time without a window', null, written(0), null],
  ['any time in groups', { hours: 24 }, written(0, 'group'), null],
  ['the window’s length after the customer’s last message', { hours: 24 }, written(hour), 25 * hour],
  ['no time at all if the customer has never written', { hours: 24 }, written(null), 0],
])('allows %s', (_, window, conversation, end) => {
  expect(windowEnd(window, conversation)).toBe(end);
});

it('closes a window at its end, and not before', () => {
  const closed = (now: number) => isWindowClosed({ hours: 24 }, written(hour), now);
  expect([closed(0), closed(25 * hour - 1), closed(25 * hour)]).toEqual([false, false, true]);
  expect(isWindowClosed(null, written(null), 25 * hour)).toBe(false);
});
