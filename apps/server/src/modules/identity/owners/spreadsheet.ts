/** Owners as a table of a spreadsheet, in the operator's language. */
import type { OwnerAccount } from '@parley/contract/operator';
import {
  choiceField,
  countField,
  type Field,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../../base/spreadsheet/sheet.ts';

const enabled = text('正常', 'Enabled');
const disabled = text('已停用', 'Disabled');
const on = text('已开启', 'On');
const off = text('未开启', 'Off');

const fields: readonly Field<OwnerAccount>[] = [
  textField(text('邮箱', 'E-mail'), 32, ({ email }) => email),
  textField(text('账号 ID', 'Account ID'), 16, ({ accountId }) => accountId),
  textField(text('昵称', 'Nickname'), 20, ({ nickname }) => nickname),
  textField(text('租户', 'Tenant'), 20, ({ tenant }) => tenant),
  timeField(text('注册时间', 'Registered'), ({ registeredAt }) => registeredAt),
  timeField(text('最近活动', 'Last active'), ({ lastActiveAt }) => lastActiveAt),
  countField(text('子账号数', 'Sub-accounts'), ({ subAccounts }) => subAccounts),
  choiceField(text('状态', 'Status'), 12, (owner) => (owner.disabled ? disabled : enabled)),
  timeField(text('停用时间', 'Disabled at'), (owner) => owner.disabled?.at ?? null),
  textField(text('停用原因', 'Reason'), 36, (owner) => owner.disabled?.reason ?? null),
  choiceField(text('两步验证', 'Two-factor authentication'), 14, ({ twoFactor }) => (twoFactor ? on : off)),
  textField(text('工作区 ID', 'Workspace ID'), 38, ({ workspaceId }) => workspaceId),
];

export const ownerSheet = (reader: SheetReader): Sheet<OwnerAccount> =>
  sheetOf(text('主账号', 'Owners'), fields, reader);
