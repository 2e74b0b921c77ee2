import type { HeldPort } from '@parley/contract/ports';
import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { heldPortSheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const port: HeldPort = {
  id: newId(),
  socialAccountId: newId(),
  platform: 'telegram',
  name: 'Shop',
  handle: '@shop_bot',
  state: 'refused',
  subAccountId: newId(),
  accountName: 'agent-5eg',
  subAccountRemark: 'Ann',
  takenAt: at,
  leasedUntil: at + 90_000,
};

it('lists every column of the ports, in the reader’s language and the workspace’s time zone', () => {
  const chinese = heldPortSheet({ language: 'zh-CN', timeZone: 'Asia/Shanghai', now: at });
  expect(chinese.fileName).toBe('端口 2026-05-01.xlsx');
  expect(chinese.columns.map(({ title }) => title)).toEqual([
    '社交账号',
    '平台账号',
    '平台',
    '子账号',
    '子账号备注',
    '状态',
    '占用时间 (Asia/Shanghai)',
    '保留至 (Asia/Shanghai)',
  ]);
  const eightHours = 8 * 3_600_000;
  expect(chinese.row(port)).toEqual([
    'Shop',
    '@shop_bot',
    'Telegram',
    'agent-5eg',
    'Ann',
    '无法上线',
    at + eightHours,
    at + 90_000 + eightHours,
  ]);
  expect(heldPortSheet({ language: 'en-US', timeZone: 'UTC', now: at }).row(port)).toContain('Can’t connect');
});
