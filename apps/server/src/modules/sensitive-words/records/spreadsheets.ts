/** The records as a spreadsheet, in the reader's language. */
import { shownTitle } from '@parley/contract/catalogues';
import {
  choiceField,
  type Field,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../../base/spreadsheet/sheet.ts';
import type { RecordItem } from './queries.ts';

const actions = {
  log: text('记录', 'Logged'),
  alert: text('提醒', 'Alerted'),
  block: text('拦截', 'Blocked'),
};
const senders = { in: text('客户', 'Customer'), out: text('客服', 'Agent') };
const places = {
  original: text('原文', 'Original'),
  translation: text('译文', 'Translation'),
  comment: text('评价评语', 'Rating comment'),
};

const fields: readonly Field<RecordItem>[] = [
  timeField(text('时间', 'Time'), ({ at }) => Math.floor(at / 1000)),
  textField(text('规则', 'Rule'), 28, ({ ruleTitle }) => ruleTitle),
  choiceField(text('处理', 'Action'), 12, ({ action }) => actions[action]),
  textField(
    text('发送方', 'Written by'),
    20,
    ({ direction, senderName }, language) => senderName || senders[direction][language],
  ),
  textField(text('命中内容', 'Found'), 32, ({ finds }) => finds.map((find) => find.text).join('; ')),
  choiceField(text('命中位置', 'Found in'), 12, ({ foundIn }) => places[foundIn]),
  textField(text('消息摘要', 'Excerpt'), 60, ({ excerpt }) => excerpt),
  textField(text('会话', 'Conversation'), 24, (item, language) =>
    shownTitle({ ...item, title: item.conversationTitle }, language),
  ),
  textField(text('子账号', 'Sub-account'), 20, (item) => item.subAccountRemark),
  textField(text('社交账号', 'Social account'), 20, (item) => item.socialAccountName),
];

export const recordSheet = (reader: SheetReader) =>
  sheetOf(text('敏感词记录', 'Sensitive-word records'), fields, reader);
