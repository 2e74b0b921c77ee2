/** The record of the links to work orders as a spreadsheet, in the reader's language: neither links nor passwords. */
import type { FanNames, ShareAccess, ShareStatus } from '@parley/contract/work-order-shares';
import {
  choiceField,
  countField,
  type Field,
  flagField,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';
import type { ShareItem } from './queries.ts';

export type ExportedShare = Pick<
  ShareItem,
  | 'title'
  | 'orders'
  | 'access'
  | 'chatHistory'
  | 'fanNames'
  | 'createdAt'
  | 'expiresAt'
  | 'lastOpenedAt'
  | 'opens'
> & { status: ShareStatus };

const statuses: Readonly<Record<ShareStatus, SheetTexts>> = {
  enabled: text('已启用', 'Enabled'),
  disabled: text('已停用', 'Disabled'),
  cancelled: text('已取消', 'Cancelled'),
  expired: text('已过期', 'Expired'),
};
const accesses: Readonly<Record<ShareAccess, SheetTexts>> = {
  password: text('密码访问', 'Password'),
  public: text('公开访问', 'Public'),
};
const names: Readonly<Record<FanNames, SheetTexts>> = {
  none: text('不展示', 'Not shown'),
  masked: text('名称脱敏', 'Masked names'),
  full: text('完整名称', 'Full names'),
};
const separator = text('、', ', ');

const fields: readonly Field<ExportedShare>[] = [
  textField(text('标题', 'Title'), 24, ({ title }) => title),
  textField(text('工单', 'Work orders'), 36, ({ orders }, language) =>
    orders.map(({ name }) => name).join(separator[language]),
  ),
  choiceField(text('状态', 'Status'), 12, ({ status }) => statuses[status]),
  choiceField(text('访问权限', 'Access'), 12, ({ access }) => accesses[access]),
  choiceField(text('展示粉丝', 'Fans on the page'), 14, ({ fanNames }) => names[fanNames]),
  flagField(text('分享聊天记录', 'Chat history on the page'), ({ chatHistory }) => chatHistory),
  timeField(text('分享时间', 'Shared'), ({ createdAt }) => createdAt.getTime()),
  timeField(text('到期时间', 'Expires'), ({ expiresAt }) => expiresAt?.getTime() ?? null),
  timeField(text('最近打开', 'Last opened'), ({ lastOpenedAt }) => lastOpenedAt?.getTime() ?? null),
  countField(text('打开次数', 'Opens'), ({ opens }) => opens),
];

export const shareSheet = (reader: SheetReader): Sheet<ExportedShare> =>
  sheetOf(text('工单分享', 'Work order shares'), fields, reader);
