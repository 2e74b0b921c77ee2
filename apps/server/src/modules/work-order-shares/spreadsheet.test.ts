import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { type ExportedShare, shareSheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const order = { workOrderId: newId(), name: 'Spring', platform: 'telegram', socialAccountIds: null } as const;
const share: ExportedShare = {
  title: 'For customers',
  orders: [order, { ...order, name: 'Autumn' }],
  status: 'expired',
  access: 'password',
  chatHistory: true,
  fanNames: 'masked',
  createdAt: new Date(at),
  expiresAt: new Date(at + 60_000),
  lastOpenedAt: null,
  opens: 12,
};

it('lists the record of each link in words, without the link itself', () => {
  const sheet = shareSheet({ language: 'en-US', timeZone: 'Asia/Shanghai', now: at });
  const titles = sheet.columns.map(({ title }) => title);
  const eightHours = 8 * 3_600_000;
  expect(Object.fromEntries(titles.map((title, n) => [title, sheet.row(share)[n]]))).toEqual({
    Title: 'For customers',
    'Work orders': 'Spring, Autumn',
    Status: 'Expired',
    Access: 'Password',
    'Fans on the page': 'Masked names',
    'Chat history on the page': 'Yes',
    'Shared (Asia/Shanghai)': at + eightHours,
    'Expires (Asia/Shanghai)': at + 60_000 + eightHours,
    'Last opened (Asia/Shanghai)': null,
    Opens: 12,
  });
});
