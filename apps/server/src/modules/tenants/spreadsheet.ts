/** Tenants as a table of a spreadsheet, in the operator's language. */
import {
  countField,
  type Field,
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

const yes = text('是', 'Yes');
const no = text('否', 'No');

const fields: readonly Field<ExportedTenant>[] = [
  textField(text('名称', 'Name'), 24, ({ name }) => name),
  textField(text('品牌名称', 'Brand name'), 24, ({ brandName }) => brandName),
  textField(text('域名', 'Hosts'), 36, ({ hosts }) => hosts.join(', ')),
  textField(text('启用', 'Enabled'), 10, ({ enabled }, language) => (enabled ? yes : no)[language]),
  textField(
    text('开放注册', 'Open registration'),
    14,
    ({ registrationOpen }, language) => (registrationOpen ? yes : no)[language],
  ),
  countField(text('工作区数', 'Workspaces'), ({ workspaces }) => workspaces),
  timeField(text('创建时间', 'Created'), ({ createdAt }) => createdAt.getTime()),
  textField(text('租户 ID', 'Tenant ID'), 38, ({ id }) => id),
];

export const tenantSheet = (reader: SheetReader): Sheet<ExportedTenant> =>
  sheetOf(text('租户', 'Tenants'), fields, reader);
