/** The list of dedupe libraries as a spreadsheet, in the reader's language, without their entries. */
import { platforms } from '@parley/contract/catalogues';
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
import type { ExportedLibrary } from './queries.ts';

const allSubAccounts = text('全部子账号', 'All sub-accounts');
const separator = text('、', ', ');
const enabled = text('启用', 'Enabled');
const disabled = text('停用', 'Disabled');

const fields: readonly Field<ExportedLibrary>[] = [
  textField(text('名称', 'Name'), 28, ({ name }) => name),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  textField(text('适用范围', 'Applies to'), 36, ({ range, subAccountNames }, language) =>
    range === 'all' ? allSubAccounts[language] : subAccountNames.join(separator[language]),
  ),
  countField(text('条目数', 'Entries'), ({ entries }) => entries),
  choiceField(text('状态', 'Status'), 12, (item) => (item.enabled ? enabled : disabled)),
  timeField(text('创建时间', 'Created'), ({ createdAt }) => createdAt.getTime()),
];

export const librarySheet = (reader: SheetReader): Sheet<ExportedLibrary> =>
  sheetOf(text('重粉库', 'Dedupe libraries'), fields, reader);
