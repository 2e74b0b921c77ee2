import { expect, it } from 'vitest';
import { purgeTexts } from './notices.ts';

const at = Date.UTC(2026, 2, 8, 20);
const accounts = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name: `Shop ${n}`,
    platform: 'telegram' as const,
    date: at + (count - n) * 3_600_000,
  }));

it('names one account with its day in the workspace’s time zone', () => {
  const { title, body } = purgeTexts(accounts(1), 'Asia/Shanghai');
  expect(title).toEqual({
    'zh-CN': '1 个长期离线的共享账号即将删除',
    'en-US': '1 inactive shared account is going to be deleted',
  });
  expect(body['en-US'].split('\n')[2]).toBe('2026-03-09 · Telegram · Shop 0');
  expect(body['zh-CN']).toContain('（Asia/Shanghai）');
  expect(purgeTexts(accounts(1), 'America/New_York').body['en-US']).toContain('2026-03-08 · Telegram');
});

it('names the first twenty of many accounts in the order of their days, and counts the others', () => {
  const { title, body } = purgeTexts(accounts(5_000), 'UTC');
  const lines = body['en-US'].split('\n').slice(2, -2);
  expect(title['en-US']).toContain('5000 inactive');
  expect(lines).toHaveLength(21);
  expect(lines[0]).toContain('Shop 4999');
  expect(lines[20]).toBe('… and 4980 more');
  expect(body['zh-CN']).toContain('……另有 4980 个');
});
