import * as auditApi from '@parley/contract/audit';
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { spreadsheet } from '../../base/spreadsheet/sheet.ts';
import { type EntryItem, type OperatorEntryItem, readAll, readOfWorkspace, readTimeZone } from './queries.ts';
import { record } from './record.ts';
import { auditSheet, operatorAuditSheet } from './spreadsheets.ts';

export function registerRoutes(
  mount: Mount,
  { database, clock }: { database: Database; clock: Clock },
): void {
  const zoneOf = async (workspaceId: WorkspaceId) => found(await readTimeZone(database, workspaceId));
  const recordExport = (origin: RequestOrigin) =>
    transaction(database, (tx) =>
      record(tx, origin, { action: 'records.exported', object: { kind: 'records', id: 'audit-log' } }),
    );

  mount(auditApi.auditLogPage, async ({ caller: { workspaceId }, query }) => {
    const page = await readOfWorkspace(database, workspaceId, await zoneOf(workspaceId), query);
    return { ...page, list: page.list.map(present) };
  });

  mount(auditApi.exportAuditLog, async ({ caller: { workspaceId }, query, language, origin }) => {
    const timeZone = await zoneOf(workspaceId);
    await recordExport(origin);
    const now = clock.now();
    return spreadsheet(auditSheet({ language, timeZone, now }), now, (place) =>
      readOfWorkspace(database, workspaceId, timeZone, { ...query, ...place }),
    );
  });

  mount(auditApi.operatorAuditLogPage, async ({ query }) => {
    const page = await readAll(database, query);
    return { ...page, list: page.list.map(presentToOperator) };
  });

  mount(auditApi.exportOperatorAuditLog, async ({ query, language, origin }) => {
    await recordExport(origin);
    const now = clock.now();
    return spreadsheet(operatorAuditSheet({ language, timeZone: 'UTC', now }), now, (place) =>
      readAll(database, { ...query, ...place }),
    );
  });
}

function present(item: EntryItem): auditApi.AuditEntry {
  return {
    id: item.id,
    time: Math.floor(item.at / 1000),
    action: item.action,
    actorKind: item.actorKind,
    actorId: item.actorId,
    actorName: item.actorName,
    objectKind: item.objectKind,
    objectId: item.objectId,
    objectName: item.objectName,
    address: item.address,
    userAgent: item.userAgent,
    details: item.details,
  };
}

function presentToOperator(item: OperatorEntryItem): auditApi.OperatorAuditEntry {
  const { workspaceId, ownerEmail, tenantId } = item;
  return { ...present(item), workspaceId, ownerEmail, tenantId };
}
