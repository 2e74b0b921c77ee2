import { systemConfigForm } from '@parley/contract/settings';
import { expect, it } from 'vitest';

const form = {
  version: 0,
  brandName: '客聊 Chat',
  logoFileId: null,
  clientMinimumVersion: '1.2.3',
  clientDownload: { windows: 'https://example.com/parley.exe', macos: null },
  registrationOpen: true,
};

it('accepts the operator’s form as it is', () => {
  expect(systemConfigForm.parse(form)).toEqual(form);
});

it.each([
  ['no name', { brandName: ' ' }, 'brandName'],
  ['a long name', { brandName: 'x'.repeat(51) }, 'brandName'],
  ['a version that is none', { clientMinimumVersion: '1.2' }, 'clientMinimumVersion'],
  ['a version with more behind it', { clientMinimumVersion: '1.2.3-beta' }, 'clientMinimumVersion'],
  [
    'a download that runs something',
    { clientDownload: { windows: 'javascript:alert(1)', macos: null } },
    'clientDownload.windows',
  ],
  ['half of the downloads', { clientDownload: { windows: null } }, 'clientDownload.macos'],
  ['a switch that is no switch', { registrationOpen: 'yes' }, 'registrationOpen'],
  ['a version before the first', { version: -1 }, 'version'],
])('refuses the operator %s', (_, over, field) => {
  const { error } = systemConfigForm.safeParse({ ...form, ...over });
  expect(new Set(error?.issues.map(({ path }) => path.join('.')))).toEqual(new Set([field]));
});
