import { expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import type { ExportedLibrary } from './queries.ts';
import { librarySheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const library: ExportedLibrary = {
  workspaceId: trustWorkspaceId(newId()),
  id: newId(),
  name: 'Customers of 2025',
  platform: 'telegram',
  range: 'some',
  enabled: false,
  entries: 1_000,
  version: 1,
  createdAt: new Date(at),
  deletedAt: null,
  subAccountNames: ['Ana', 'Ben'],
};

it('lists each library with its range, entries and state', () => {
  const sheet = librarySheet({ language: 'en-US', timeZone: 'UTC', now: at });
  expect(sheet.columns.map(({ title }) => title)).toEqual([
    'Name',
    'Platform',
    'Applies to',
    'Entries',
    'Status',
    'Created (UTC)',
  ]);
  expect(sheet.row(library)).toEqual(['Customers of 2025', 'Telegram', 'Ana, Ben', 1_000, 'Disabled', at]);
  const chinese = librarySheet({ language: 'zh-CN', timeZone: 'UTC', now: at });
  expect(chinese.row({ ...library, range: 'all', subAccountNames: [] })[2]).toBe('全部子账号');
});
