/** The records as a spreadsheet, in the reader's language. */
import { type Field, type SheetReader, sheetOf, text } from '../../../base/spreadsheet/sheet.ts';
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
  {
    title: text('时间', 'Time'),
    kind: 'time',
    width: 20,
    value: ({ at }, _, toWall) => toWall(Math.floor(at / 1000)),
  },
  { title: text('规则', 'Rule'), kind: 'text', width: 28, value: ({ ruleTitle }) => ruleTitle },
  {
    title: text('处理', 'Action'),
    kind: 'text',
    width: 12,
    value: ({ action }, language) => actions[action][language],
  },
  {
    title: text('发送方', 'Written by'),
    kind: 'text',
    width: 20,
    value: ({ direction, senderName }, language) => senderName || senders[direction][language],
  },
  {
    title: text('命中内容', 'Found'),
    kind: 'text',
    width: 32,
    value: ({ finds }) => finds.map((find) => find.text).join('; '),
  },
  {
    title: text('命中位置', 'Found in'),
    kind: 'text',
    width: 12,
    value: ({ foundIn }, language) => places[foundIn][language],
  },
  { title: text('消息摘要', 'Excerpt'), kind: 'text', width: 60, value: ({ excerpt }) => excerpt },
  { title: text('会话', 'Conversation'), kind: 'text', width: 24, value: (item) => item.conversationTitle },
  { title: text('子账号', 'Sub-account'), kind: 'text', width: 20, value: (item) => item.subAccountRemark },
  {
    title: text('社交账号', 'Social account'),
    kind: 'text',
    width: 20,
    value: (item) => item.socialAccountName,
  },
];

export const recordSheet = (reader: SheetReader) =>
  sheetOf(text('敏感词记录', 'Sensitive-word records'), fields, reader);
