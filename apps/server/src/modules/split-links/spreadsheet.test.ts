import type { SplitLinkListed } from '@parley/contract/split-links';
import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { linkListSheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const link: SplitLinkListed = {
  id: newId(),
  emailAddress: 'owner@example.com',
  name: 'Spring',
  code: 'q7rk2mtx',
  url: 'https://parley.example/s/q7rk2mtx',
  domainId: null,
  domain: null,
  platform: 'telegram',
  eligibility: 'full',
  mode: 'sequential',
  enabled: true,
  expiresAt: null,
  remark: 'Poster',
  targetCount: 3,
  availableCount: 2,
  visits: 40,
  visitsToday: 4,
  conversions: 5,
  newFans: 3,
  contacts: 1,
  version: 1,
  createdAt: at,
};
const sheet = linkListSheet({ language: 'en-US', timeZone: 'UTC', now: at });

it('lists each split link with its settings and figures', () => {
  const titles = sheet.columns.map(({ title }) => title);
  expect(Object.fromEntries(titles.map((title, n) => [title, sheet.row(link)[n]]))).toEqual({
    Name: 'Spring',
    'Short link': 'https://parley.example/s/q7rk2mtx',
    Status: 'Enabled',
    Platform: 'Telegram',
    'Eligible targets': 'All enabled',
    Order: 'In turn',
    'Available targets': 2,
    Targets: 3,
    'Visits today': 4,
    Visits: 40,
    Conversions: 5,
    'New fans': 3,
    Contacts: 1,
    Remark: 'Poster',
    'Expires (UTC)': null,
    'Created (UTC)': at,
  });
});

it.each([
  ['Disabled', { enabled: false, expiresAt: at }],
  ['Expired', { expiresAt: at }],
  ['No target', { availableCount: 0 }],
  ['Enabled', { expiresAt: at + 1 }],
])('shows the state %s', (state, given) => {
  expect(sheet.row({ ...link, ...given })[2]).toBe(state);
});
