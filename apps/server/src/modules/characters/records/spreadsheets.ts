/** The records as spreadsheets, in the reader's language. */
import type { InterfaceLanguage } from '@parley/contract';
import { languageName, platformId, platforms } from '@parley/contract/catalogues';
import { type Field, type Sheet, type SheetReader, sheetOf, text } from '../../../base/spreadsheet/sheet.ts';
import { afterOf } from './presenter.ts';
import type { AllocationItem, UsageItem } from './queries.ts';

const added = text('分配', 'Allocated');
const removed = text('收回', 'Reclaimed');
const automatically = text('自动', 'Automatic');

const usageFields: readonly Field<UsageItem>[] = [
  { title: text('日期', 'Day'), kind: 'day', width: 12, value: ({ day }) => Date.parse(`${day}T00:00:00Z`) },
  { title: text('子账号', 'Sub-account'), kind: 'text', width: 16, value: (item) => item.accountName },
  {
    title: text('子账号备注', 'Sub-account remark'),
    kind: 'text',
    width: 24,
    value: (item) => item.subAccountRemark,
  },
  {
    title: text('平台', 'Platform'),
    kind: 'text',
    width: 16,
    value: ({ platform }, language) => platformName(platform, language),
  },
  {
    title: text('源语言', 'From language'),
    kind: 'text',
    width: 18,
    value: ({ sourceLanguage }, language) => languageName(sourceLanguage, language),
  },
  {
    title: text('目标语言', 'To language'),
    kind: 'text',
    width: 18,
    value: ({ targetLanguage }, language) => languageName(targetLanguage, language),
  },
  { title: text('翻译线路', 'Line'), kind: 'text', width: 14, value: ({ line }) => line },
  { title: text('翻译引擎', 'Engine'), kind: 'text', width: 18, value: ({ engine }) => engine },
  { title: text('字符数', 'Characters'), kind: 'count', width: 14, value: ({ characters }) => characters },
  {
    title: text('翻译次数', 'Translations'),
    kind: 'count',
    width: 14,
    value: ({ translations }) => translations,
  },
];

const allocationFields: readonly Field<AllocationItem>[] = [
  {
    title: text('时间', 'Time'),
    kind: 'time',
    width: 20,
    value: ({ at }, _, toWall) => toWall(Math.floor(at / 1000)),
  },
  { title: text('子账号', 'Sub-account'), kind: 'text', width: 16, value: (item) => item.accountName },
  {
    title: text('子账号备注', 'Sub-account remark'),
    kind: 'text',
    width: 24,
    value: (item) => item.subAccountRemark,
  },
  {
    title: text('类型', 'Type'),
    kind: 'text',
    width: 12,
    value: ({ direction }, language) => (direction === 'add' ? added : removed)[language],
  },
  { title: text('分配数量', 'Amount'), kind: 'count', width: 14, value: ({ amount }) => amount },
  { title: text('分配前', 'Before'), kind: 'count', width: 14, value: ({ before }) => before },
  { title: text('分配后', 'After'), kind: 'count', width: 14, value: (item) => afterOf(item) },
  {
    title: text('主账号剩余', 'Owner’s balance'),
    kind: 'count',
    width: 24,
    value: ({ ownerRemaining }) => ownerRemaining,
  },
  {
    title: text('备注', 'Remark'),
    kind: 'text',
    width: 30,
    value: ({ remark, automatic }, language) => (automatic ? automatically[language] : remark),
  },
];

function platformName(platform: string, language: InterfaceLanguage): string {
  const known = platformId.safeParse(platform);
  return known.success ? platforms[known.data].names[language] : platform;
}

export const usageSheet = (reader: SheetReader): Sheet<UsageItem> =>
  sheetOf(text('字符使用记录', 'Character usage'), usageFields, reader);

export const allocationSheet = (reader: SheetReader): Sheet<AllocationItem> =>
  sheetOf(text('字符分配记录', 'Character allocations'), allocationFields, reader);
