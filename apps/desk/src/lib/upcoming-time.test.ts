import { expect, it } from 'vitest';
import { upcomingTime } from './upcoming-time.ts';

const now = new Date(2026, 10, 26, 22, 30).getTime();

it.each([
  ['later today', new Date(2026, 10, 26, 23, 30), '23:30', '23:30'],
  ['past midnight', new Date(2026, 10, 27, 1, 30), 'Fri 01:30', '周五01:30'],
  ['next Monday', new Date(2026, 10, 30, 9), 'Mon 09:00', '周一09:00'],
  ['in a week', new Date(2026, 11, 3, 9), '12/03, 09:00', '12/03 09:00'],
  ['next year', new Date(2027, 0, 4, 9), '01/04/2027, 09:00', '2027/01/04 09:00'],
])('names a time %s with its hour', (_, at, english, chinese) => {
  expect(upcomingTime('en-US', at.getTime(), now)).toBe(english);
  expect(upcomingTime('zh-CN', at.getTime(), now)).toBe(chinese);
});
