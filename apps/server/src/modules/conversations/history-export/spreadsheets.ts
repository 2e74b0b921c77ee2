/** Messages as spreadsheet columns, and as lines of a transcript. */
import { platforms, shownTitle } from '@parley/contract/catalogues';
import {
  choiceField,
  type Field,
  type SheetReader,
  text,
  textField,
  timeField,
} from '../../../base/spreadsheet/sheet.ts';
import { ownTextOf } from '../inbound/inbound-message.ts';
import type { FoundMessageRow } from '../search/queries.ts';
import { contentBeside } from './message-content.ts';

type MessageField = Field<FoundMessageRow>;

export const fileTitle = text('聊天记录', 'Chat history');
const senders = { in: text('客户', 'Customer'), out: text('客服', 'Agent') };

const ownTextOfRow = ({ kind, original }: FoundMessageRow) => ownTextOf(kind, original);

const automatic = text('自动回复', 'Automatic reply');
const owner = text('主账号', 'Owner');

/** In a group, the member by the name at that time; for the business's messages, the person and the sub-account. */
function senderOf({ direction, memberName, author }: FoundMessageRow, language: SheetReader['language']) {
  if (author?.automatic) return automatic[language];
  const names = author === null ? [] : [author.name, author.isOwners ? owner[language] : author.subAccount];
  return memberName ?? (names.filter(Boolean).join(' · ') || senders[direction][language]);
}

export const messageFields: readonly MessageField[] = [
  timeField(text('时间', 'Time'), ({ sentAt }) => sentAt),
  textField(text('会话', 'Conversation'), 24, shownTitle),
  textField(text('发送方', 'Sent by'), 16, senderOf),
  textField(text('附件', 'Attachment'), 24, contentBeside),
  textField(text('原文', 'Original'), 60, ownTextOfRow),
  textField(text('原文语言', 'Language'), 10, ({ originalLanguage }) => originalLanguage),
  textField(text('译文', 'Translation'), 60, ({ translation }) => translation),
  textField(text('译文语言', 'Translation language'), 10, ({ translationLanguage }) => translationLanguage),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  textField(text('社交账号', 'Social account'), 20, ({ socialAccountName }) => socialAccountName),
  textField(text('子账号', 'Sub-account'), 20, ({ subAccountRemark }) => subAccountRemark),
];

/** Indents further lines of a text, so that none can be mistaken for another message. */
const indented = (lines: string) => lines.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n    ');

/** Returns a message's lines: time, conversation and sender, non-text content, the text, and its translation below. */
export function transcriptLines({ language, timeZone }: SheetReader): (row: FoundMessageRow) => string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (row) => {
    const { sentAt, translation } = row;
    const beside = contentBeside(row, language);
    const original = ownTextOfRow(row);
    const head = `[${time.format(sentAt)}] ${indented(shownTitle(row, language))} · ${indented(senderOf(row, language))}`;
    const below = translation === null ? '' : `    → ${indented(translation)}\n`;
    const line = beside === null ? '' : `    [${beside}]\n`;
    const own = original === '' && beside !== null ? '' : `    ${indented(original)}\n`;
    return `${head}\n${line}${own}${below}\n`;
  };
}
