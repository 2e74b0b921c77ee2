import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

// A Wednesday, in any zone in which the test runs.
const now = new Date(2026, 2, 11, 15, 30).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();

it.each<[string, number, string, string]>([
  ['this moment', now - 5000, '现在', 'now'],
  ['minutes', now - 5 * 60_000, '5分钟前', '5m ago'],
  ['today', at(2026, 2, 11, 9, 5), '09:05', '09:05'],
  ['yesterday, though only hours ago', at(2026, 2, 10, 23, 50), '昨天', 'yesterday'],
  ['this week', at(2026, 2, 7, 12, 0), '周六', 'Sat'],
  ['this year', at(2026, 0, 2, 12, 0), '1/2', '1/2'],
  ['earlier', at(2025, 11, 31, 12, 0), '2025/12/31', '12/31/2025'],
])('%s', (_, moment, zh, en) => {
  expect(relativeTime('zh-CN')(moment, now)).toBe(zh);
  expect(relativeTime('en-US')(moment, now)).toBe(en);
});
