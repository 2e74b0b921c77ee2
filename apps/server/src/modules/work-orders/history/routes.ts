import * as workOrdersApi from '@parley/contract/work-orders';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { Mount } from '../../../base/http/mount.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { exportSpreadsheet } from '../../audit/index.ts';
import { readOne } from '../queries.ts';
import { closeOverdueDays } from '../resets/service.ts';
import { orderObject } from '../service.ts';
import { closedDaySheet } from '../spreadsheets.ts';
import { presentDay, presentDayAccount } from './presenter.ts';
import { readDayAccounts, readDays } from './queries.ts';

type HistoryDeps = { database: Database; clock: Clock };

export function registerHistoryRoutes(mount: Mount, deps: HistoryDeps): void {
  const { database, clock } = deps;
  const mustExist = async (workspaceId: WorkspaceId, id: string) =>
    assertFound(await readOne(database, workspaceId, id, clock.now()), 'work-order.not-found');

  mount(workOrdersApi.workOrderDays, async ({ caller: { workspaceId }, query }) => {
    const { workOrderId, ...place } = query;
    await mustExist(workspaceId, workOrderId);
    // The poll reports a day that can't be closed.
    await closeOverdueDays(database, { workspaceId, id: workOrderId }, clock.now()).catch(() => undefined);
    const { list, nextCursor } = await readDays(database, workspaceId, workOrderId, place);
    return { list: list.map(presentDay), nextCursor };
  });

  mount(workOrdersApi.workOrderDayAccounts, async ({ caller: { workspaceId }, query }) => {
    await mustExist(workspaceId, query.workOrderId);
    const list = await readDayAccounts(database, workspaceId, query.workOrderId, query.day);
    return { list: list.map(presentDayAccount) };
  });

  mount(workOrdersApi.exportWorkOrderDays, async (request) => {
    const { workspaceId } = request.caller;
    const { id, name, timeZone } = await mustExist(workspaceId, request.query.workOrderId);
    return exportSpreadsheet(deps, request, {
      object: orderObject(id, name),
      timeZone,
      sheet: closedDaySheet,
      async read(place) {
        const { list, nextCursor } = await readDays(database, workspaceId, id, place);
        return { list: list.map(presentDay), nextCursor };
      },
    });
  });
}
