/** Social accounts as a table of a spreadsheet, in the reader's language: every column of the list, and no credentials. */
import type { InterfaceLanguage } from '@parley/contract';
import { platforms } from '@parley/contract/catalogues';
import {
  connectionStateNames,
  ownReasons,
  platformFaultSentence,
  type SocialAccount,
} from '@parley/contract/channels';
import { proxyFaultSentence } from '@parley/contract/proxies';
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

const disabled = text('已停用', 'Disabled');
const inactive = text('长期未活跃', 'Long inactive');
const reasons: Readonly<Record<(typeof ownReasons)[number], SheetTexts>> = {
  interrupted: text('连接中断', 'Connection lost'),
  'port-limit': text('该子账号的端口已用完', 'All ports of this sub-account are in use'),
  'port-pool': text('工作区的端口已用完', 'All ports of your workspace are in use'),
  'proxy-missing': text(
    '所选代理已删除，或不再适用于该子账号',
    'The proxy was deleted, or is no longer available to this sub-account',
  ),
  'sub-account-disabled': text('所属子账号已停用', 'Its sub-account is disabled'),
  'not-permitted': text('所属子账号不允许使用此平台', 'Platform not allowed for the sub-account'),
};

type AccountField = Field<SocialAccount>;

function statusOf({ enabled, state, inactive: isInactive }: SocialAccount): SheetTexts {
  if (!enabled) return disabled;
  return isInactive ? inactive : connectionStateNames[state];
}

function reasonOf({ stateReason: reason }: SocialAccount, language: InterfaceLanguage): string | null {
  if (reason === null) return null;
  // The limit of ports is followed by their number.
  const own = ownReasons.find((known) => known === reason.split(' ')[0]);
  if (own !== undefined) return reasons[own][language];
  return proxyFaultSentence(reason, language) ?? platformFaultSentence(reason, language) ?? reason;
}

const fields: readonly AccountField[] = [
  textField(text('名称', 'Name'), 24, ({ name }) => name),
  choiceField(text('平台', 'Platform'), 16, ({ platform }) => platforms[platform].names),
  textField(text('平台账号', 'Handle'), 24, ({ handle }) => handle),
  textField(text('子账号', 'Sub-account'), 20, ({ subAccountRemark }) => subAccountRemark),
  choiceField(text('状态', 'Status'), 14, statusOf),
  textField(text('原因', 'Reason'), 40, reasonOf),
  timeField(text('状态时间', 'Status since'), ({ stateSince }) => stateSince),
  timeField(text('最近在线', 'Last online'), ({ lastOnlineAt }) => lastOnlineAt),
  textField(text('代理', 'Proxy'), 20, ({ proxy }) => proxy.name),
  countField(text('今日新粉', 'New fans today'), ({ fansToday }) => fansToday.new),
  countField(text('今日重粉', 'Repeat fans today'), ({ fansToday }) => fansToday.repeat),
  countField(text('累计新粉', 'Total new fans'), ({ fansTotal }) => fansTotal.new),
  countField(text('累计重粉', 'Total repeat fans'), ({ fansTotal }) => fansTotal.repeat),
  countField(text('底粉', 'Base fans'), ({ fansTotal }) => fansTotal.base),
  timeField(text('添加时间', 'Added'), ({ createdAt }) => createdAt),
];

export const socialAccountSheet = (reader: SheetReader): Sheet<SocialAccount> =>
  sheetOf(text('社交账号', 'Social accounts'), fields, reader);
