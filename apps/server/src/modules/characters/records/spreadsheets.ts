/** The records as spreadsheets, in the reader's language. */
import type { InterfaceLanguage } from '@parley/contract';
import { languageName, platformId, platforms } from '@parley/contract/catalogues';
import {
  choiceField,
  countField,
  type Field,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../../base/spreadsheet/sheet.ts';
import { afterOf } from './presenter.ts';
import type { AllocationItem, UsageItem } from './queries.ts';

const added = text('分配', 'Allocated');
const removed = text('收回', 'Reclaimed');
const automatically = text('自动', 'Automatic');

const usageFields: readonly Field<UsageItem>[] = [
  { title: text('日期', 'Day'), kind: 'day', width: 12, value: ({ day }) => Date.parse(`${day}T00:00:00Z`) },
  textField(text('子账号', 'Sub-account'), 16, (item) => item.accountName),
  textField(text('子账号备注', 'Sub-account remark'), 24, (item) => item.subAccountRemark),
  textField(text('平台', 'Platform'), 16, ({ platform }, language) => platformName(platform, language)),
  textField(text('源语言', 'From language'), 18, ({ sourceLanguage }, language) =>
    languageName(sourceLanguage, language),
  ),
  textField(text('目标语言', 'To language'), 18, ({ targetLanguage }, language) =>
    languageName(targetLanguage, language),
  ),
  textField(text('翻译线路', 'Line'), 14, ({ line }) => line),
  textField(text('翻译引擎', 'Engine'), 18, ({ engine }) => engine),
  countField(text('字符数', 'Characters'), ({ characters }) => characters),
  countField(text('翻译次数', 'Translations'), ({ translations }) => translations),
];

const allocationFields: readonly Field<AllocationItem>[] = [
  timeField(text('时间', 'Time'), ({ at }) => Math.floor(at / 1000)),
  textField(text('子账号', 'Sub-account'), 16, (item) => item.accountName),
  textField(text('子账号备注', 'Sub-account remark'), 24, (item) => item.subAccountRemark),
  choiceField(text('类型', 'Type'), 12, ({ direction }) => (direction === 'add' ? added : removed)),
  countField(text('分配数量', 'Amount'), ({ amount }) => amount),
  countField(text('分配前', 'Before'), ({ before }) => before),
  countField(text('分配后', 'After'), (item) => afterOf(item)),
  {
    title: text('主账号剩余', 'Owner’s balance'),
    kind: 'count',
    width: 24,
    value: ({ ownerRemaining }) => ownerRemaining,
  },
  textField(text('备注', 'Remark'), 30, ({ remark, automatic }, language) =>
    automatic ? automatically[language] : remark,
  ),
];

function platformName(platform: string, language: InterfaceLanguage): string {
  const known = platformId.safeParse(platform);
  return known.success ? platforms[known.data].names[language] : platform;
}

export const usageSheet = (reader: SheetReader): Sheet<UsageItem> =>
  sheetOf(text('字符使用记录', 'Character usage'), usageFields, reader);

export const allocationSheet = (reader: SheetReader): Sheet<AllocationItem> =>
  sheetOf(text('字符分配记录', 'Character allocations'), allocationFields, reader);
