import { expect, it } from 'vitest';
import { newId, type TenantId } from '../../base/ids.ts';
import { type ExportedTenant, tenantSheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const tenant: ExportedTenant = {
  id: newId() as TenantId, // any id: the sheet only shows it
  name: 'North',
  brandName: 'North Chat',
  hosts: ['chat.north.example', 'north.example'],
  enabled: true,
  registrationOpen: false,
  workspaces: 12,
  createdAt: new Date(at),
};

it('lists every column of the tenants, and their hosts in one', () => {
  const sheet = tenantSheet({ language: 'en-US', timeZone: 'UTC', now: at });
  expect(sheet.fileName).toBe('Tenants 2026-05-01.xlsx');
  const titles = sheet.columns.map(({ title }) => title);
  expect(Object.fromEntries(titles.map((title, n) => [title, sheet.row(tenant)[n]]))).toEqual({
    Name: 'North',
    'Brand name': 'North Chat',
    Hosts: 'chat.north.example, north.example',
    Enabled: 'Yes',
    'Open registration': 'No',
    Workspaces: 12,
    'Created (UTC)': at,
    'Tenant ID': tenant.id,
  });
});

it('writes titles and states in Chinese', () => {
  const sheet = tenantSheet({ language: 'zh-CN', timeZone: 'UTC', now: at });
  expect(sheet.columns.slice(3, 5).map(({ title }) => title)).toEqual(['启用', '开放注册']);
  expect(sheet.row({ ...tenant, enabled: false, hosts: [] }).slice(2, 5)).toEqual(['', '否', '否']);
});
