import { exportHeldPorts, heldPortPage, pastSessionPage, portSummary } from '@parley/contract/ports';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import { freeOf } from './pool.ts';
import { readHeldPortBatch, readHeldPorts, readPastSessions } from './queries.ts';
import { heldPortSheet } from './spreadsheet.ts';
import { readPool } from './store.ts';

export function registerRoutes(mount: Mount, deps: { database: Database; clock: Clock }): void {
  const { database } = deps;
  mount(portSummary, async ({ caller }) => {
    const pool = await readPool(database, caller.workspaceId);
    return { ...pool, free: freeOf(pool) };
  });

  mount(heldPortPage, ({ caller, query }) => readHeldPorts(database, caller.workspaceId, query));

  mount(exportHeldPorts, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'ports',
      sheet: heldPortSheet,
      read: (place) => readHeldPortBatch(database, caller.workspaceId, { ...query, ...place }),
    });
  });

  mount(pastSessionPage, ({ caller, query }) => readPastSessions(database, caller.workspaceId, query));
}
