import { expect, it } from 'vitest';
import { timeAgo } from './relative-time.ts';

const now = 1_800_000_000_000;

it.each([
  [0, 'now'],
  [59_999, 'now'],
  [60_000, '1 minute ago'],
  [3 * 3_600_000, '3 hours ago'],
  [30 * 3_600_000, 'yesterday'],
  [40 * 86_400_000, '40 days ago'],
  // The server's clock may be ahead of the browser's.
  [-5_000, 'now'],
])('%i ms are %s', (age, words) => expect(timeAgo(now - age, now, 'en-US')).toBe(words));

it('formats times in Chinese', () => expect(timeAgo(now - 120_000, now, 'zh-CN')).toBe('2分钟前'));
