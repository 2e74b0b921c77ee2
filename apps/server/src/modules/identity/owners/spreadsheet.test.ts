import type { OwnerAccount } from '@parley/contract/operator';
import { expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { ownerSheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const owner: OwnerAccount = {
  id: newId(),
  workspaceId: newId(),
  email: 'ana@example.com',
  accountId: '048291375026',
  nickname: 'Ana',
  tenant: 'North',
  registeredAt: at,
  lastActiveAt: at + 60_000,
  disabled: { at: at + 120_000, reason: 'Unpaid' },
  subAccounts: 4,
  twoFactor: true,
};

it('lists every column of the owners, with the reason of those disabled', () => {
  const sheet = ownerSheet({ language: 'en-US', timeZone: 'UTC', now: at });
  expect(sheet.fileName).toBe('Owners 2026-05-01.xlsx');
  const titles = sheet.columns.map(({ title }) => title);
  expect(Object.fromEntries(titles.map((title, n) => [title, sheet.row(owner)[n]]))).toEqual({
    'E-mail': 'ana@example.com',
    'Account ID': '048291375026',
    Nickname: 'Ana',
    Tenant: 'North',
    'Registered (UTC)': at,
    'Last active (UTC)': at + 60_000,
    'Sub-accounts': 4,
    Status: 'Disabled',
    'Disabled at (UTC)': at + 120_000,
    Reason: 'Unpaid',
    'Two-factor authentication': 'On',
    'Workspace ID': owner.workspaceId,
  });
});

it('leaves empty what an enabled owner of no tenant lacks, and writes states in Chinese', () => {
  const sheet = ownerSheet({ language: 'zh-CN', timeZone: 'UTC', now: at });
  const row = sheet.row({ ...owner, tenant: null, lastActiveAt: null, disabled: null, twoFactor: false });
  expect([row[3], row[5], ...row.slice(7, 11)]).toEqual([null, null, '正常', null, null, '未开启']);
});
