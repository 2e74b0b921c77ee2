import type { InterfaceLanguage } from '@parley/contract';
import type { SubAccount } from '@parley/contract/sub-accounts';
import { expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { subAccountSheet } from './spreadsheets.ts';

const now = Date.UTC(2026, 4, 6, 23);
const lily: SubAccount = {
  id: newId(),
  accountName: 'abcd-efgh',
  remark: '=Lily',
  status: 'normal',
  isDefault: false,
  platforms: ['telegram', 'webchat'],
  unlimited: false,
  remaining: 25,
  usedToday: 3,
  usedTotal: 40,
  autoAllocation: { below: 5, amount: 50 },
  portMode: 'dynamic',
  portLimit: 7,
  portsTaken: 2,
  multiDevice: false,
  profileSharing: true,
  autoReply: true,
  sessionArchive: false,
  saveChatHistory: true,
  dedupeScope: 'sub-account',
  socialAccounts: { online: 1, total: 4 },
  deskOnline: true,
  version: 1,
  createdAt: now,
};

function shown(item: SubAccount, language: InterfaceLanguage) {
  const { columns, row } = subAccountSheet({ language, timeZone: 'Asia/Shanghai', now });
  const cells = row(item);
  return Object.fromEntries(columns.map(({ title }, index) => [title, cells[index]]));
}

it('contains every column of the list, in English', () => {
  expect(shown(lily, 'en-US')).toEqual({
    Account: 'abcd-efgh',
    Remark: '=Lily',
    Status: 'Enabled',
    'Default sub-account': 'No',
    Platforms: 'Telegram, Website chat',
    'Desk online': 'Yes',
    'Social accounts online': 1,
    'Total social accounts': 4,
    Characters: 'Limited',
    'Characters left': 25,
    'Used today': 3,
    'Total used': 40,
    'Auto top-up below': 5,
    'Auto top-up amount': 50,
    'Port mode': 'Dynamic',
    'Port limit': 7,
    'Ports in use': 2,
    'Multi-device login': 'No',
    'Share customer profiles': 'Yes',
    'Automatic reply': 'Yes',
    'Session history': 'No',
    'Save chat history': 'Yes',
    'Repeat fan scope': 'This sub-account',
    // 7:00 on the next morning there.
    'Created (Asia/Shanghai)': Date.UTC(2026, 4, 7, 7),
  });
});

it('names the values of other settings in Chinese', () => {
  const other = {
    ...lily,
    status: 'disabled',
    isDefault: true,
    platforms: null,
    unlimited: true,
    autoAllocation: null,
    portMode: 'fixed',
    dedupeScope: 'workspace',
  } as const;
  expect(shown(other, 'zh-CN')).toMatchObject({
    状态: '停用',
    默认子账号: '是',
    可用平台: '全部平台',
    可用字符: '不限量',
    自动补充下限: null,
    每次自动补充: null,
    端口模式: '固定端口',
    粉丝去重范围: '全部子账号',
  });
});

it.each([
  ['en-US', 'Sub-accounts 2026-05-07.xlsx'],
  ['zh-CN', '子账号 2026-05-07.xlsx'],
] as const)('names the file in %s by the workspace’s day', (language, fileName) => {
  expect(subAccountSheet({ language, timeZone: 'Asia/Shanghai', now }).fileName).toBe(fileName);
});
