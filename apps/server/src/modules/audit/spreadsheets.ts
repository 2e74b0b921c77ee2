/** The log as a spreadsheet, in the reader's language. */
import {
  auditActions,
  auditActorNames,
  auditDetailsIn,
  auditObjectKindNames,
  auditObjectNames,
} from '@parley/contract/audit';
import { type Field, type Sheet, type SheetReader, sheetOf, text } from '../../base/spreadsheet/sheet.ts';
import type { EntryItem, OperatorEntryItem } from './queries.ts';

const fields: readonly Field<EntryItem>[] = [
  {
    title: text('时间', 'Time'),
    kind: 'time',
    width: 20,
    value: ({ at }, _, toWall) => toWall(Math.floor(at / 1000)),
  },
  {
    title: text('操作', 'Action'),
    kind: 'text',
    width: 28,
    value: ({ action }, language) => auditActions[action][language],
  },
  {
    title: text('操作者类型', 'Actor type'),
    kind: 'text',
    width: 14,
    value: ({ actorKind }, language) => auditActorNames[actorKind][language],
  },
  { title: text('操作者', 'Actor'), kind: 'text', width: 28, value: ({ actorName }) => actorName },
  {
    title: text('对象类型', 'Object type'),
    kind: 'text',
    width: 16,
    value: ({ objectKind }, language) => objectKind && auditObjectKindNames[objectKind][language],
  },
  {
    title: text('对象', 'Object'),
    kind: 'text',
    width: 28,
    value: ({ objectName, objectId }, language) =>
      objectName || (auditObjectNames[objectId ?? '']?.[language] ?? ''),
  },
  { title: text('对象 ID', 'Object ID'), kind: 'text', width: 38, value: ({ objectId }) => objectId },
  { title: text('IP 地址', 'IP address'), kind: 'text', width: 18, value: ({ address }) => address },
  { title: text('客户端', 'User agent'), kind: 'text', width: 40, value: ({ userAgent }) => userAgent },
  {
    title: text('详情', 'Details'),
    kind: 'text',
    width: 40,
    value: ({ details }, language) =>
      auditDetailsIn(details, language)
        .map(({ name, value }) => `${name}: ${value}`)
        .join('; '),
  },
];

const operatorFields: readonly Field<OperatorEntryItem>[] = [
  ...fields,
  { title: text('主账号', 'Owner'), kind: 'text', width: 28, value: ({ ownerEmail }) => ownerEmail },
  {
    title: text('工作区 ID', 'Workspace ID'),
    kind: 'text',
    width: 38,
    value: ({ workspaceId }) => workspaceId,
  },
];

const name = text('审计日志', 'Audit log');

export const auditSheet = (reader: SheetReader): Sheet<EntryItem> => sheetOf(name, fields, reader);

export const operatorAuditSheet = (reader: SheetReader): Sheet<OperatorEntryItem> =>
  sheetOf(name, operatorFields, reader);
