/** The ratings as a spreadsheet, in the reader's language. */
import { shownTitle } from '@parley/contract/catalogues';
import { type Field, type SheetReader, sheetOf, text } from '../../base/spreadsheet/sheet.ts';
import type { RatingItem } from './queries.ts';

const fields: readonly Field<RatingItem>[] = [
  {
    title: text('会话关闭时间', 'Conversation closed'),
    kind: 'time',
    width: 20,
    value: ({ at }, _, toWall) => toWall(Math.floor(at / 1000)),
  },
  {
    title: text('评价时间', 'Rated'),
    kind: 'time',
    width: 20,
    value: ({ ratedAt }, _, toWall) => toWall(Math.floor(ratedAt)),
  },
  { title: text('评分', 'Score'), kind: 'count', width: 8, value: ({ score }) => score },
  { title: text('评语', 'Comment'), kind: 'text', width: 60, value: ({ comment }) => comment ?? '' },
  {
    title: text('评语译文', 'Comment (translated)'),
    kind: 'text',
    width: 60,
    value: ({ translation }) => translation ?? '',
  },
  { title: text('语言', 'Language'), kind: 'text', width: 10, value: ({ language }) => language ?? '' },
  {
    title: text('会话', 'Conversation'),
    kind: 'text',
    width: 24,
    value: (item, language) => shownTitle({ ...item, title: item.conversationTitle }, language),
  },
  { title: text('客服', 'Agent'), kind: 'text', width: 20, value: ({ agentName }) => agentName ?? '' },
  { title: text('关闭人', 'Closed by'), kind: 'text', width: 20, value: ({ closedBy }) => closedBy ?? '' },
  { title: text('子账号', 'Sub-account'), kind: 'text', width: 20, value: (item) => item.subAccountRemark },
  {
    title: text('社交账号', 'Social account'),
    kind: 'text',
    width: 20,
    value: (item) => item.socialAccountName,
  },
];

export const ratingSheet = (reader: SheetReader) => sheetOf(text('客户评价', 'Ratings'), fields, reader);
