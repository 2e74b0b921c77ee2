import type { InterfaceLanguage } from '@parley/contract';
import type { StoredProxy } from '@parley/contract/proxies';
import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { proxySheet } from './spreadsheets.ts';

const now = Date.UTC(2026, 4, 6, 23);
const frankfurt: StoredProxy = {
  id: newId(),
  name: '=HYPERLINK("x")',
  networkProtocol: 'socks5',
  host: 'fra.proxy.example',
  port: 1080,
  proxyUserName: 'marta',
  range: 'all',
  subAccountIds: [],
  subAccountNames: [],
  status: 'failing',
  latency: 12,
  region: 'DE',
  exitAddress: '198.51.100.7',
  problem: 'proxy-login: 407 No',
  testedAt: now,
  socialAccounts: 3,
  version: 1,
  createdAt: now,
};

function shown(proxy: StoredProxy, language: InterfaceLanguage) {
  const { columns, row } = proxySheet({ language, timeZone: 'Asia/Shanghai', now });
  const cells = row(proxy);
  return Object.fromEntries(columns.map(({ title }, index) => [title, cells[index]]));
}

it('contains every column of the list, in English', () => {
  expect(shown(frankfurt, 'en-US')).toEqual({
    Name: '=HYPERLINK("x")',
    Protocol: 'SOCKS5',
    Host: 'fra.proxy.example',
    Port: 1080,
    'User name': 'marta',
    'Used by': 'All accounts',
    Status: 'Not working',
    'Latency (ms)': 12,
    Region: 'Germany',
    'Exit address': '198.51.100.7',
    Problem: 'The proxy rejected the user name or password: 407 No',
    'Social accounts': 3,
    // 7:00 on the next morning there.
    'Last tested (Asia/Shanghai)': Date.UTC(2026, 4, 7, 7),
  });
});

it('names every status', () => {
  const status = (value: StoredProxy['status']) => shown({ ...frankfurt, status: value }, 'en-US').Status;
  expect([status('untested'), status('working'), status('failing')]).toEqual([
    'Not tested',
    'Working',
    'Not working',
  ]);
});

it.each([
  ['en-US', 1, '1 sub-account'],
  ['en-US', 2, '2 sub-accounts'],
  ['zh-CN', 2, '2 个子账号'],
] as const)('counts in %s the sub-accounts that may use a proxy: %i', (language, count, words) => {
  const some = { ...frankfurt, range: 'some' as const, subAccountIds: Array.from({ length: count }, newId) };
  expect(Object.values(shown(some, language))).toContain(words);
});

it('leaves untested values empty, and shows an unknown problem as it is', () => {
  const untested = { status: 'untested', latency: null, region: null, testedAt: null } as const;
  const cells = Object.values(shown({ ...frankfurt, ...untested, problem: 'new-fault' }, 'zh-CN'));
  expect(cells).toContain('未测试');
  expect(cells).toContain('new-fault');
  expect(cells.filter((cell) => cell === null)).toHaveLength(3);
});
