/** The list of materials as a table of a spreadsheet, in the reader's language, without texts and files. */
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
import { materialTypeNames } from '../type-names.ts';
import type { ExportedMaterial } from './queries.ts';

const fields: readonly Field<ExportedMaterial>[] = [
  textField(text('标题', 'Title'), 30, ({ title }) => title),
  choiceField(text('类型', 'Type'), 10, ({ type }) => materialTypeNames[type]),
  textField(text('分组', 'Group'), 20, ({ groupName }) => groupName),
  textField(text('文件名', 'File name'), 30, ({ file }) => file?.name ?? null),
  countField(text('大小（字节）', 'Size in bytes'), ({ file }) => file?.size ?? null),
  countField(text('使用次数', 'Used'), ({ used }) => used),
  timeField(text('更新时间', 'Updated'), ({ updatedAt }) => updatedAt),
];

export const materialSheet = (reader: SheetReader): Sheet<ExportedMaterial> =>
  sheetOf(text('素材', 'Materials'), fields, reader);
