/** Ports in use as a table of a spreadsheet, in the reader's language. */
import { platforms } from '@parley/contract/catalogues';
import { connectionStateNames } from '@parley/contract/channels';
import type { HeldPort } from '@parley/contract/ports';
import {
  choiceField,
  type Field,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';

const fields: readonly Field<HeldPort>[] = [
  textField(text('社交账号', 'Social account'), 24, ({ name }) => name),
  textField(text('平台账号', 'Handle'), 24, ({ handle }) => handle),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  textField(text('子账号', 'Sub-account'), 16, ({ accountName }) => accountName),
  textField(text('子账号备注', 'Sub-account remark'), 20, ({ subAccountRemark }) => subAccountRemark),
  choiceField(text('状态', 'Status'), 14, ({ state }) => connectionStateNames[state]),
  timeField(text('占用时间', 'In use since'), ({ takenAt }) => takenAt),
  timeField(text('保留至', 'Reserved until'), ({ leasedUntil }) => leasedUntil),
];

export const heldPortSheet = (reader: SheetReader): Sheet<HeldPort> =>
  sheetOf(text('端口', 'Ports'), fields, reader);
