/** The sub-accounts as a spreadsheet, in the reader's language: every column of the list. */
import type { InterfaceLanguage } from '@parley/contract';
import { platforms } from '@parley/contract/catalogues';
import type { SubAccount } from '@parley/contract/sub-accounts';
import {
  countField,
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
} from '../../base/spreadsheet/sheet.ts';

const yes = text('是', 'Yes');
const no = text('否', 'No');
const normal = text('正常', 'Enabled');
const disabled = text('停用', 'Disabled');
const limited = text('限量', 'Limited');
const unlimited = text('不限量', 'Unlimited');
const fixed = text('固定端口', 'Fixed');
const dynamic = text('动态端口', 'Dynamic');
const allPlatforms = text('全部平台', 'All platforms');
const ownScope = text('当前子账号', 'This sub-account');
const workspaceScope = text('全部子账号', 'All sub-accounts');

type SubAccountField = Field<SubAccount>;

const oneOf = (title: SheetTexts, value: (item: SubAccount) => SheetTexts): SubAccountField =>
  textField(title, 14, (item, language) => value(item)[language]);
const flag = (title: SheetTexts, value: (item: SubAccount) => boolean): SubAccountField =>
  oneOf(title, (item) => (value(item) ? yes : no));

const fields: readonly SubAccountField[] = [
  textField(text('账号', 'Account'), 16, (item) => item.accountName),
  textField(text('备注', 'Remark'), 24, (item) => item.remark),
  oneOf(text('状态', 'Status'), ({ status }) => (status === 'normal' ? normal : disabled)),
  flag(text('默认子账号', 'Default sub-account'), (item) => item.isDefault),
  textField(text('可用平台', 'Platforms'), 30, (item, language) => platformNames(item, language)),
  flag(text('工作台在线', 'Desk online'), (item) => item.deskOnline),
  countField(text('在线社交账号', 'Social accounts online'), (item) => item.socialAccounts.online),
  countField(text('社交账号总数', 'Total social accounts'), (item) => item.socialAccounts.total),
  oneOf(text('可用字符', 'Characters'), (item) => (item.unlimited ? unlimited : limited)),
  countField(text('剩余字符', 'Characters left'), (item) => item.remaining),
  countField(text('今日使用', 'Used today'), (item) => item.usedToday),
  countField(text('累计使用', 'Total used'), (item) => item.usedTotal),
  countField(
    text('自动补充下限', 'Auto top-up below'),
    ({ autoAllocation }) => autoAllocation?.below ?? null,
  ),
  countField(
    text('每次自动补充', 'Auto top-up amount'),
    ({ autoAllocation }) => autoAllocation?.amount ?? null,
  ),
  oneOf(text('端口模式', 'Port mode'), ({ portMode }) => (portMode === 'fixed' ? fixed : dynamic)),
  countField(text('端口上限', 'Port limit'), (item) => item.portLimit),
  countField(text('占用端口', 'Ports in use'), (item) => item.portsTaken),
  flag(text('多设备登录', 'Multi-device login'), (item) => item.multiDevice),
  flag(text('客户资料共享', 'Share customer profiles'), (item) => item.profileSharing),
  flag(text('自动回复', 'Automatic reply'), (item) => item.autoReply),
  flag(text('上线记录', 'Session history'), (item) => item.sessionArchive),
  flag(text('保存聊天记录', 'Save chat history'), (item) => item.saveChatHistory),
  oneOf(text('粉丝去重范围', 'Repeat fan scope'), ({ dedupeScope }) =>
    dedupeScope === 'workspace' ? workspaceScope : ownScope,
  ),
  {
    title: text('创建时间', 'Created'),
    kind: 'time',
    width: 20,
    value: ({ createdAt }, _, toWall) => toWall(createdAt),
  },
];

function platformNames({ platforms: permitted }: SubAccount, language: InterfaceLanguage): string {
  if (permitted === null) return allPlatforms[language];
  return permitted.map((id) => platforms[id].names[language]).join(', ');
}

export const subAccountSheet = (reader: SheetReader): Sheet<SubAccount> =>
  sheetOf(text('子账号', 'Sub-accounts'), fields, reader);
