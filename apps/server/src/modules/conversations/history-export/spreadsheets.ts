/** Messages in the columns of a spreadsheet, and in the lines of a transcript. */
import { platforms } from '@parley/contract/catalogues';
import { type Field, type SheetReader, type SheetTexts, text } from '../../../base/spreadsheet/sheet.ts';
import type { FoundMessageRow } from '../search/queries.ts';

type MessageField = Field<FoundMessageRow>;

export const fileTitle = text('聊天记录', 'Chat history');
const senders = { in: text('客户', 'Customer'), out: text('客服', 'Agent') };

const words = (title: SheetTexts, width: number, value: MessageField['value']): MessageField => ({
  title,
  kind: 'text',
  width,
  value,
});

export const messageFields: readonly MessageField[] = [
  {
    title: text('时间', 'Time'),
    kind: 'time',
    width: 20,
    value: ({ sentAt }, _, toWall) => toWall(sentAt),
  },
  words(text('会话', 'Conversation'), 24, ({ title }) => title),
  words(text('发送方', 'Sent by'), 10, ({ direction }, language) => senders[direction][language]),
  words(text('原文', 'Original'), 60, ({ original }) => original),
  words(text('原文语言', 'Language'), 10, ({ originalLanguage }) => originalLanguage),
  words(text('译文', 'Translation'), 60, ({ translation }) => translation),
  words(text('译文语言', 'Translation language'), 10, ({ translationLanguage }) => translationLanguage),
  words(text('平台', 'Platform'), 16, ({ platform }, language) => platforms[platform].names[language]),
  words(text('社交账号', 'Social account'), 20, ({ socialAccountName }) => socialAccountName),
  words(text('子账号', 'Sub-account'), 20, ({ subAccountRemark }) => subAccountRemark),
];

/** Further lines of a text are indented, so that none can pass for another message. */
const indented = (lines: string) => lines.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n    ');

/** Returns a message's lines: time, conversation and sender, the text, and the translation below it. */
export function transcriptLines({ language, timeZone }: SheetReader): (row: FoundMessageRow) => string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return ({ sentAt, title, direction, original, translation }) => {
    const head = `[${time.format(sentAt)}] ${indented(title)} · ${senders[direction][language]}`;
    const below = translation === null ? '' : `    → ${indented(translation)}\n`;
    return `${head}\n    ${indented(original)}\n${below}\n`;
  };
}
