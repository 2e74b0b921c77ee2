import * as auditApi from '@parley/contract/audit';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { exportSpreadsheet } from './export.ts';
import { type EntryItem, type OperatorEntryItem, readAll, readOfWorkspace, readTimeZone } from './queries.ts';
import { auditSheet, operatorAuditSheet } from './spreadsheets.ts';

export function registerRoutes(mount: Mount, deps: { database: Database; clock: Clock }): void {
  const { database } = deps;
  const zoneOf = async (workspaceId: WorkspaceId) => assertFound(await readTimeZone(database, workspaceId));

  mount(auditApi.auditLogPage, async ({ caller: { workspaceId }, query }) => {
    const page = await readOfWorkspace(database, workspaceId, await zoneOf(workspaceId), query);
    return { ...page, list: page.list.map(present) };
  });

  mount(auditApi.exportAuditLog, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'audit-log',
      sheet: auditSheet,
      read: (place, { timeZone }) =>
        readOfWorkspace(database, caller.workspaceId, timeZone, { ...query, ...place }),
    });
  });

  mount(auditApi.operatorAuditLogPage, async ({ query }) => {
    const page = await readAll(database, query);
    return { ...page, list: page.list.map(presentToOperator) };
  });

  mount(auditApi.exportOperatorAuditLog, (request) =>
    exportSpreadsheet(deps, request, {
      object: 'audit-log',
      timeZone: 'UTC',
      sheet: operatorAuditSheet,
      read: (place) => readAll(database, { ...request.query, ...place }),
    }),
  );
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
