/** Ports in use as a table of a spreadsheet, in the reader's language. */
import { platforms } from '@parley/contract/catalogues';
import type { HeldPort } from '@parley/contract/ports';
import {
  choiceField,
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';

const states: Readonly<Record<HeldPort['state'], SheetTexts>> = {
  online: text('在线', 'Online'),
  connecting: text('连接中', 'Connecting'),
  offline: text('离线', 'Offline'),
  refused: text('无法上线', 'Can’t connect'),
};

const fields: readonly Field<HeldPort>[] = [
  textField(text('社交账号', 'Social account'), 24, ({ name }) => name),
  textField(text('平台账号', 'Handle'), 24, ({ handle }) => handle),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  textField(text('子账号', 'Sub-account'), 16, ({ accountName }) => accountName),
  textField(text('子账号备注', 'Sub-account remark'), 20, ({ subAccountRemark }) => subAccountRemark),
  choiceField(text('状态', 'Status'), 14, ({ state }) => states[state]),
  timeField(text('占用时间', 'In use since'), ({ takenAt }) => takenAt),
  timeField(text('保留至', 'Reserved until'), ({ leasedUntil }) => leasedUntil),
];

export const heldPortSheet = (reader: SheetReader): Sheet<HeldPort> =>
  sheetOf(text('端口', 'Ports'), fields, reader);
