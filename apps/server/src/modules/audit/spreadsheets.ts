/** The log as a spreadsheet, in the reader's language. */
import {
  auditActions,
  auditActorNames,
  auditDetailsIn,
  auditObjectKindNames,
  auditObjectNames,
} from '@parley/contract/audit';
import {
  choiceField,
  type Field,
  type Sheet,
  type SheetReader,
  sheetOf,
  text,
  textField,
  timeField,
} from '../../base/spreadsheet/sheet.ts';
import type { EntryItem, OperatorEntryItem } from './queries.ts';

const fields: readonly Field<EntryItem>[] = [
  timeField(text('时间', 'Time'), ({ at }) => Math.floor(at / 1000)),
  choiceField(text('操作', 'Action'), 28, ({ action }) => auditActions[action]),
  choiceField(text('操作者类型', 'Actor type'), 14, ({ actorKind }) => auditActorNames[actorKind]),
  textField(text('操作者', 'Actor'), 28, ({ actorName }) => actorName),
  textField(
    text('对象类型', 'Object type'),
    16,
    ({ objectKind }, language) => objectKind && auditObjectKindNames[objectKind][language],
  ),
  textField(
    text('对象', 'Object'),
    28,
    ({ objectName, objectId }, language) =>
      objectName || (auditObjectNames[objectId ?? '']?.[language] ?? ''),
  ),
  textField(text('对象 ID', 'Object ID'), 38, ({ objectId }) => objectId),
  textField(text('IP 地址', 'IP address'), 18, ({ address }) => address),
  textField(text('客户端', 'User agent'), 40, ({ userAgent }) => userAgent),
  textField(text('详情', 'Details'), 40, ({ details }, language) =>
    auditDetailsIn(details, language)
      .map(({ name, value }) => `${name}: ${value}`)
      .join('; '),
  ),
];

const operatorFields: readonly Field<OperatorEntryItem>[] = [
  ...fields,
  textField(text('主账号', 'Owner'), 28, ({ ownerEmail }) => ownerEmail),
  textField(text('工作区 ID', 'Workspace ID'), 38, ({ workspaceId }) => workspaceId),
];

const name = text('审计日志', 'Audit log');

export const auditSheet = (reader: SheetReader): Sheet<EntryItem> => sheetOf(name, fields, reader);

export const operatorAuditSheet = (reader: SheetReader): Sheet<OperatorEntryItem> =>
  sheetOf(name, operatorFields, reader);
