/** Quick replies as a table of a spreadsheet, in the reader's language, with their variables unfilled. */
import { languageName } from '@parley/contract/catalogues';
import {
  type Field,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';
import type { QuickReplyItem } from './queries.ts';

const fields: readonly Field<QuickReplyItem>[] = [
  textField(text('名称', 'Name'), 16, ({ name }) => name),
  textField(text('标题', 'Title'), 24, ({ title }) => title),
  textField(text('内容', 'Content'), 50, ({ content }) => content),
  textField(text('语言', 'Language'), 16, (item, language) => languageName(item.language, language)),
  textField(text('译文', 'Translations'), 50, ({ translations }, language) =>
    translations.map((one) => `${languageName(one.language, language)}: ${one.content}`).join('\n'),
  ),
  textField(text('媒体', 'Medium'), 24, ({ material }) => material?.title ?? null),
  timeField(text('更新时间', 'Updated'), ({ updatedAt }) => updatedAt),
];

export const quickReplySheet = (reader: SheetReader): Sheet<QuickReplyItem> =>
  sheetOf(text('快捷回复', 'Quick replies'), fields, reader);
