/** The sub-accounts as a spreadsheet, in the reader's language: every column of the list. */
import type { InterfaceLanguage } from '@parley/contract';
import { platforms } from '@parley/contract/catalogues';
import type { SubAccount } from '@parley/contract/sub-accounts';
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
} from '../../base/spreadsheet/sheet.ts';

const normal = text('正常', 'Enabled');
const disabled = text('停用', 'Disabled');
const limited = text('限量', 'Limited');
const unlimited = text('不限量', 'Unlimited');
const fixed = text('固定端口', 'Fixed');
const dynamic = text('动态端口', 'Dynamic');
const allPlatforms = text('全部平台', 'All platforms');
const ownScope = text('当前子账号', 'This sub-account');
const workspaceScope = text('全部子账号', 'All sub-accounts');

const fields: readonly Field<SubAccount>[] = [
  textField(text('账号', 'Account'), 16, (item) => item.accountName),
  textField(text('备注', 'Remark'), 24, (item) => item.remark),
  choiceField(text('状态', 'Status'), 14, ({ status }) => (status === 'normal' ? normal : disabled)),
  flagField(text('默认子账号', 'Default sub-account'), (item) => item.isDefault),
  textField(text('可用平台', 'Platforms'), 30, (item, language) => platformNames(item, language)),
  flagField(text('工作台在线', 'Desk online'), (item) => item.deskOnline),
  countField(text('在线社交账号', 'Social accounts online'), (item) => item.socialAccounts.online),
  countField(text('社交账号总数', 'Total social accounts'), (item) => item.socialAccounts.total),
  choiceField(text('可用字符', 'Characters'), 14, (item) => (item.unlimited ? unlimited : limited)),
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
  choiceField(text('端口模式', 'Port mode'), 14, ({ portMode }) => (portMode === 'fixed' ? fixed : dynamic)),
  countField(text('端口上限', 'Port limit'), (item) => item.portLimit),
  countField(text('占用端口', 'Ports in use'), (item) => item.portsTaken),
  flagField(text('多设备登录', 'Multi-device login'), (item) => item.multiDevice),
  flagField(text('客户资料共享', 'Share customer profiles'), (item) => item.profileSharing),
  flagField(text('自动回复', 'Automatic reply'), (item) => item.autoReply),
  flagField(text('上线记录', 'Session history'), (item) => item.sessionArchive),
  flagField(text('保存聊天记录', 'Save chat history'), (item) => item.saveChatHistory),
  choiceField(text('粉丝去重范围', 'Repeat fan scope'), 14, ({ dedupeScope }) =>
    dedupeScope === 'workspace' ? workspaceScope : ownScope,
  ),
  timeField(text('创建时间', 'Created'), ({ createdAt }) => createdAt),
];

function platformNames({ platforms: permitted }: SubAccount, language: InterfaceLanguage): string {
  if (permitted === null) return allPlatforms[language];
  return permitted.map((id) => platforms[id].names[language]).join(', ');
}

export const subAccountSheet = (reader: SheetReader): Sheet<SubAccount> =>
  sheetOf(text('子账号', 'Sub-accounts'), fields, reader);
