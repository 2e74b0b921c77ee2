/** The proxies as a spreadsheet, in the reader's language: every column of the list, without passwords. */
import type { InterfaceLanguage } from '@parley/contract';
import { proxyFaultSentence, type StoredProxy } from '@parley/contract/proxies';
import {
  choiceField,
  countField,
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';

const statuses: Readonly<Record<StoredProxy['status'], SheetTexts>> = {
  untested: text('未测试', 'Not tested'),
  working: text('可用', 'Working'),
  failing: text('不可用', 'Not working'),
};
const everyAccount = text('全部账号', 'All accounts');
/** Longest excerpt of a proxy's own message, in characters. */
const longestSaid = 160;

type ProxyField = Field<StoredProxy>;

const fields: readonly ProxyField[] = [
  textField(text('名称', 'Name'), 24, ({ name }) => name),
  textField(text('协议', 'Protocol'), 12, ({ networkProtocol }) => networkProtocol.toUpperCase()),
  textField(text('主机', 'Host'), 28, ({ host }) => host),
  countField(text('端口', 'Port'), ({ port }) => port),
  textField(text('用户名', 'User name'), 20, ({ proxyUserName }) => proxyUserName),
  textField(text('适用范围', 'Used by'), 24, rangeOf),
  choiceField(text('状态', 'Status'), 14, ({ status }) => statuses[status]),
  countField(text('延迟（毫秒）', 'Latency (ms)'), ({ latency }) => latency),
  textField(text('地区', 'Region'), 20, ({ region }, language) => regionName(region, language)),
  textField(text('出口地址', 'Exit address'), 20, ({ exitAddress }) => exitAddress),
  textField(text('问题', 'Problem'), 40, ({ problem }, language) => problemOf(problem, language)),
  countField(text('社交账号', 'Social accounts'), ({ socialAccounts }) => socialAccounts),
  timeField(text('上次测试', 'Last tested'), ({ testedAt }) => testedAt),
];

function rangeOf({ range, subAccountIds }: StoredProxy, language: InterfaceLanguage): string {
  if (range === 'all') return everyAccount[language];
  const count = subAccountIds.length;
  if (language === 'zh-CN') return `${count} 个子账号`;
  return count === 1 ? '1 sub-account' : `${count} sub-accounts`;
}

const regionName = (region: string | null, language: InterfaceLanguage): string | null =>
  region === null ? null : (new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region);

function problemOf(problem: string | null, language: InterfaceLanguage): string | null {
  if (problem === null) return null;
  return proxyFaultSentence(problem, language, (said) => said.slice(0, longestSaid)) ?? problem;
}

export const proxySheet = (reader: SheetReader): Sheet<StoredProxy> =>
  sheetOf(text('代理', 'Proxies'), fields, reader);
