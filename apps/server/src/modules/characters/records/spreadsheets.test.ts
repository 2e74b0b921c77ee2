import type { InterfaceLanguage } from '@parley/contract';
import { expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import type { Sheet } from '../../../base/spreadsheet/sheet.ts';
import type { AllocationItem, UsageItem } from './queries.ts';
import { allocationSheet, usageSheet } from './spreadsheets.ts';

const now = Date.UTC(2026, 4, 6, 23);
const reader = (language: InterfaceLanguage) => ({ language, timeZone: 'Asia/Shanghai', now });
function shown<Item>({ columns, row }: Sheet<Item>, item: Item) {
  const cells = row(item);
  return Object.fromEntries(columns.map(({ title }, index) => [title, cells[index]]));
}

const usage: UsageItem = {
  id: newId(),
  day: '2026-05-06',
  subAccountId: newId(),
  accountName: 'abcd-efgh',
  subAccountRemark: '=Night shift',
  platform: 'webchat',
  sourceLanguage: 'es',
  targetLanguage: 'en',
  line: 'ai',
  engine: 'apertium-local',
  characters: 10,
  translations: 1,
};
const allocation: AllocationItem = {
  id: newId(),
  // Microseconds: 1.5 s after midnight in Shanghai.
  at: Date.UTC(2026, 0, 5, 16, 0, 1, 500) * 1_000,
  subAccountId: newId(),
  accountName: 'abcd-efgh',
  subAccountRemark: '=Night shift',
  direction: 'add',
  amount: 500,
  before: 10_000,
  ownerRemaining: 989_500,
  remark: '=HYPERLINK("https://evil.example","x")',
  automatic: false,
};

it('contains each value of the usage, with names of platforms and languages', () => {
  const english = usageSheet(reader('en-US'));
  expect([english.name, english.fileName]).toEqual(['Character usage', 'Character usage 2026-05-07.xlsx']);
  expect(shown(english, usage)).toEqual({
    'Day (Asia/Shanghai)': Date.UTC(2026, 4, 6),
    'Sub-account': 'abcd-efgh',
    'Sub-account remark': '=Night shift',
    Platform: 'Website chat',
    'From language': 'Spanish',
    'To language': 'English',
    Line: 'ai',
    Engine: 'apertium-local',
    Characters: 10,
    Translations: 1,
  });
  const chinese = usageSheet(reader('zh-CN'));
  expect([chinese.name, chinese.fileName]).toEqual(['字符使用记录', '字符使用记录 2026-05-07.xlsx']);
  expect(shown(chinese, usage)).toMatchObject({ 平台: '网站聊天', 源语言: '西班牙语', 目标语言: '英语' });
});

it('shows the id of a platform that this version no longer has', () => {
  expect(shown(usageSheet(reader('en-US')), { ...usage, platform: 'icq' })).toMatchObject({
    Platform: 'icq',
  });
});

it('contains each value of an allocation, in the workspace’s time zone', () => {
  expect(shown(allocationSheet(reader('en-US')), allocation)).toEqual({
    'Time (Asia/Shanghai)': Date.UTC(2026, 0, 6, 0, 0, 1, 500),
    'Sub-account': 'abcd-efgh',
    'Sub-account remark': '=Night shift',
    Type: 'Allocated',
    Amount: 500,
    Before: 10_000,
    After: 10_500,
    'Owner’s balance': 989_500,
    Remark: '=HYPERLINK("https://evil.example","x")',
  });
});

it('subtracts what is reclaimed, and names automatic moves in the reader’s language', () => {
  const reclaimed = { ...allocation, direction: 'remove' as const, automatic: true };
  expect(shown(allocationSheet(reader('en-US')), reclaimed)).toMatchObject({
    Type: 'Reclaimed',
    After: 9_500,
    Remark: 'Automatic',
  });
  expect(shown(allocationSheet(reader('zh-CN')), reclaimed)).toMatchObject({ 类型: '收回', 备注: '自动' });
});
