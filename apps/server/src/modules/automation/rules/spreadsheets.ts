/** Welcome templates and keyword rules as spreadsheets, in the reader's language. */
import type { InterfaceLanguage } from '@parley/contract';
import type { ShownContent } from '@parley/contract/automation';
import {
  choiceField,
  countField,
  type Field,
  flagField,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../../base/spreadsheet/sheet.ts';
import { materialTypeNames } from '../../materials/index.ts';
import type { RuleItem } from './queries.ts';

const enabled = text('启用', 'Enabled');
const disabled = text('停用', 'Disabled');
const allSubAccounts = text('全部子账号', 'All sub-accounts');
const noSubAccounts = text('无适用子账号', 'No sub-accounts');
const separator = text('、', ', ');
const matches = { exact: text('完全匹配', 'Exact'), partial: text('部分匹配', 'Partial') };
const methods = { all: text('按顺序全部发送', 'All, in order'), one: text('随机发送一条', 'One at random') };
const sendings = { original: text('原文', 'As written'), translated: text('译文', 'Translated') };

const contentIn = (content: ShownContent, language: InterfaceLanguage) =>
  content.kind === 'text' ? content.text : `[${materialTypeNames[content.type][language]}] ${content.title}`;

function rangeOf({ range, subAccountIds, subAccountNames }: RuleItem, language: InterfaceLanguage): string {
  if (range === 'all') return allSubAccounts[language];
  if (subAccountIds.length === 0) return noSubAccounts[language];
  const names = subAccountNames.join(separator[language]);
  const more = subAccountIds.length - subAccountNames.length;
  return more > 0 ? `${names} +${more}` : names;
}

const title = textField<RuleItem>(text('标题', 'Title'), 24, (rule) => rule.title);
const common: readonly Field<RuleItem>[] = [
  textField(text('回复内容', 'Reply contents'), 50, ({ contents }, language) =>
    contents.map((content) => contentIn(content, language)).join('\n'),
  ),
  textField(text('应用子账号', 'Used by'), 30, rangeOf),
  choiceField(text('状态', 'Status'), 12, (rule) => (rule.enabled ? enabled : disabled)),
  timeField(text('创建时间', 'Created'), ({ createdAt }) => createdAt),
  timeField(text('更新时间', 'Updated'), ({ updatedAt }) => updatedAt),
];

const keywordFields: readonly Field<RuleItem>[] = [
  title,
  textField(text('关键词', 'Keywords'), 30, ({ keywords }, language) => keywords.join(separator[language])),
  choiceField(text('匹配规则', 'Match rule'), 12, ({ match }) => matches[match]),
  flagField(text('同时匹配译文', 'Match the translation'), ({ matchTranslation }) => matchTranslation),
  choiceField(text('回复方式', 'Reply method'), 16, ({ replyMethod }) => methods[replyMethod]),
  countField(text('延迟（秒）', 'Delay in seconds'), ({ delaySeconds }) => delaySeconds),
  choiceField(text('发送方式', 'Sent'), 12, ({ send }) => sendings[send]),
  ...common,
];

export const welcomeTemplateSheet = (reader: SheetReader): Sheet<RuleItem> =>
  sheetOf(text('欢迎语模板', 'Welcome templates'), [title, ...common], reader);

export const keywordRuleSheet = (reader: SheetReader): Sheet<RuleItem> =>
  sheetOf(text('关键词规则', 'Keyword rules'), keywordFields, reader);
