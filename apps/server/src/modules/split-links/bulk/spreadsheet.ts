/** The split links of one batch as a spreadsheet table, in the reader's language. */
import { platforms } from '@parley/contract/catalogues';
import type { SplitLinkListed } from '@parley/contract/split-links';
import {
  choiceField,
  type Field,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../../base/spreadsheet/sheet.ts';

type LinkField = Field<SplitLinkListed>;

const fields: readonly LinkField[] = [
  textField(text('分流名称', 'Name'), 28, ({ name }) => name),
  textField(text('短链接', 'Short link'), 44, ({ url }) => url),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  { title: text('目标数', 'Targets'), kind: 'count', width: 12, value: ({ targetCount }) => targetCount },
  textField(text('备注', 'Remark'), 30, ({ remark }) => remark),
  timeField(text('创建时间', 'Created'), ({ createdAt }) => createdAt),
];

export const linkSheet = (reader: SheetReader): Sheet<SplitLinkListed> =>
  sheetOf(text('分流链接', 'Split links'), fields, reader);
