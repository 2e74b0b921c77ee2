/** Prospective fans as a spreadsheet table, in the reader's language. */
import type { InterfaceLanguage } from '@parley/contract';
import { platforms, shownTitle } from '@parley/contract/catalogues';
import {
  choiceField,
  type Field,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
} from '../../../base/spreadsheet/sheet.ts';
import { titleOf } from './presenter.ts';
import type { ProspectiveFanItem } from './queries.ts';

type ItemField = Field<ProspectiveFanItem>;

const moment = (title: SheetTexts, at: (item: ProspectiveFanItem) => number): ItemField => ({
  title,
  kind: 'time',
  width: 20,
  value: (item, _, toWall) => toWall(Math.floor(at(item) / 1000)),
});

const states: Readonly<Record<ProspectiveFanItem['state'], SheetTexts>> = {
  open: text('待跟进', 'Open'),
  claimed: text('跟进中', 'Claimed'),
  done: text('已完成', 'Done'),
  'given-up': text('已放弃', 'Given up'),
};

const nameIn = (language: InterfaceLanguage, type: 'language' | 'region', code: string | null) =>
  code === null ? '' : (new Intl.DisplayNames(language, { type }).of(code) ?? code);

const fields: readonly ItemField[] = [
  moment(text('留言时间', 'Received'), ({ createdAt }) => createdAt),
  textField(text('姓名', 'Name'), 20, ({ name }) => name),
  textField(text('联系方式', 'Contact'), 28, ({ contact }) => contact),
  textField(text('留言', 'Message'), 60, ({ message }) => message),
  textField(text('分流链接', 'Split link'), 24, ({ splitLinkName }) => splitLinkName),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  textField(text('国家/地区', 'Country'), 18, ({ country }, language) => nameIn(language, 'region', country)),
  textField(text('语言', 'Language'), 14, (item, language) => nameIn(language, 'language', item.language)),
  choiceField(text('状态', 'Status'), 14, ({ state }) => states[state]),
  moment(text('状态更新时间', 'Status changed'), ({ since }) => since),
  textField(text('跟进子账号', 'Sub-account'), 20, ({ holderName }) => holderName ?? ''),
  textField(text('跟进人', 'Agent'), 16, ({ authorName }) => authorName ?? ''),
  textField(text('会话', 'Conversation'), 24, (item, language) => {
    const titled = titleOf(item);
    return titled === null ? '' : shownTitle(titled, language);
  }),
  textField(text('放弃原因', 'Reason'), 30, ({ reason }) => reason),
  textField(text('备注', 'Note'), 40, ({ note }) => note),
];

export const prospectiveFanSheet = (reader: SheetReader) =>
  sheetOf(text('潜在粉丝', 'Prospective fans'), fields, reader);
