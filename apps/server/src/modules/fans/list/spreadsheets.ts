/** Fans as a spreadsheet table with every column of the list, in the reader's language. */
import { platforms } from '@parley/contract/catalogues';
import { fanLink, fanName, shownAccount } from '@parley/contract/fans';
import {
  choiceField,
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
} from '../../../base/spreadsheet/sheet.ts';
import type { FanRow } from './queries.ts';

type FanField = Field<FanRow>;

const activityNames = [text('长期未活跃', 'Long inactive'), text('活跃', 'Active')] as const;
const typeNames = { base: text('底粉', 'Base'), new: text('新粉', 'New'), repeat: text('重粉', 'Repeat') };

const time = (title: SheetTexts, value: (row: FanRow) => number | null): FanField => ({
  title,
  kind: 'time',
  width: 20,
  value: (row, _, toWall) => {
    const at = value(row);
    return at === null ? null : toWall(Math.floor(at));
  },
});

/** `tagNames` by id. */
export function fanSheet(reader: SheetReader, tagNames: ReadonlyMap<string, string>): Sheet<FanRow> {
  const fields: FanField[] = [
    textField(text('昵称', 'Nickname'), 24, ({ alias: _, ...row }, language) => fanName(row, language)),
    textField(text('别名', 'Alias'), 20, ({ alias }) => alias),
    choiceField(text('类型', 'Type'), 10, ({ type }) => typeNames[type]),
    textField(text('账号', 'Account'), 24, shownAccount),
    textField(text('用户名', 'User name'), 20, ({ handle }) => handle),
    textField(text('链接', 'Link'), 30, (row) => fanLink(row.platform, row)),
    textField(text('电话', 'Phone'), 18, ({ phone }) => phone),
    choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
    textField(text('子账号', 'Sub-account'), 20, ({ subAccountName }) => subAccountName),
    textField(text('所属账号', 'Social account'), 20, ({ socialAccountName }) => socialAccountName),
    time(text('增长时间', 'Growth time'), ({ grownAt }) => grownAt),
    time(text('最近活跃', 'Last active'), ({ lastActiveAt }) => lastActiveAt),
    choiceField(text('活跃状态', 'Activity'), 14, ({ active }) => activityNames[active ? 1 : 0]),
    time(text('首次上线', 'First login'), ({ firstLoginAt }) => firstLoginAt),
    time(text('本次上线', 'Current login'), ({ onlineSince }) => onlineSince),
    textField(text('标签', 'Tags'), 24, ({ tagIds }) =>
      tagIds.flatMap((tagId) => tagNames.get(tagId) ?? []).join(', '),
    ),
    textField(text('备注', 'Note'), 40, ({ note }) => note),
  ];
  return sheetOf(text('粉丝', 'Fans'), fields, reader);
}
