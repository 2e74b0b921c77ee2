/** Tenants as a table of a spreadsheet, in the operator's language. */
import {
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
import type { TenantItem } from './queries.ts';

export type ExportedTenant = Pick<
  TenantItem,
  'id' | 'name' | 'brandName' | 'hosts' | 'enabled' | 'registrationOpen' | 'workspaces' | 'createdAt'
>;

const fields: readonly Field<ExportedTenant>[] = [
  textField(text('名称', 'Name'), 24, ({ name }) => name),
  textField(text('品牌名称', 'Brand name'), 24, ({ brandName }) => brandName),
  textField(text('域名', 'Hosts'), 36, ({ hosts }) => hosts.join(', ')),
  flagField(text('启用', 'Enabled'), ({ enabled }) => enabled, 10),
  flagField(text('开放注册', 'Open registration'), ({ registrationOpen }) => registrationOpen),
  countField(text('工作区数', 'Workspaces'), ({ workspaces }) => workspaces),
  timeField(text('创建时间', 'Created'), ({ createdAt }) => createdAt.getTime()),
  textField(text('租户 ID', 'Tenant ID'), 38, ({ id }) => id),
];

export const tenantSheet = (reader: SheetReader): Sheet<ExportedTenant> =>
  sheetOf(text('租户', 'Tenants'), fields, reader);
