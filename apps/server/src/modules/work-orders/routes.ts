import * as workOrdersApi from '@parley/contract/work-orders';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Handle, transaction } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { exportSpreadsheet } from '../audit/index.ts';
import type { DeleteAccountsDeps } from '../channels/index.ts';
import { contentsOf, deleteWorkOrder } from './deletion/service.ts';
import { registerHistoryRoutes } from './history/routes.ts';
import { presentAccount, presentForDesk, presentWorkOrder } from './presenter.ts';
import { readAccounts, readBatch, readItems, readOne, readOpenIds, readPage } from './queries.ts';
import {
  closeWorkOrder,
  createWorkOrder,
  reopenWorkOrder,
  setStatusOfAll,
  updateWorkOrder,
} from './service.ts';
import { workOrderSheet } from './spreadsheets.ts';

type WorkOrdersDeps = DeleteAccountsDeps & {
  database: Database;
  clock: Clock;
  /** Ends the sessions of deleted social accounts immediately. */
  channels: { refresh(): Promise<void> };
};

export function registerRoutes(mount: Mount, deps: WorkOrdersDeps): void {
  mountReads(mount, deps);
  mountChanges(mount, deps);
  mountDeletion(mount, deps);
  registerHistoryRoutes(mount, deps);
}

function mountReads(mount: Mount, deps: WorkOrdersDeps): void {
  const { database, clock } = deps;
  mount(workOrdersApi.workOrderPage, async ({ caller, query }) => {
    const { list, total } = await readPage(database, caller.workspaceId, query, clock.now());
    return { list: list.map(presentWorkOrder), total };
  });

  mount(workOrdersApi.getWorkOrder, ({ caller, query }) =>
    presentOne(database, caller.workspaceId, query.workOrderId, clock.now()),
  );

  mount(workOrdersApi.workOrderAccounts, async ({ caller: { workspaceId }, query: { workOrderId } }) => {
    const now = clock.now();
    assertFound(await readOne(database, workspaceId, workOrderId, now), 'work-order.not-found');
    const list = await readAccounts(database, workspaceId, [workOrderId], now);
    return { list: list.map(presentAccount) };
  });

  mount(workOrdersApi.exportWorkOrders, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'work-orders',
      sheet: workOrderSheet,
      async read(place, { now }) {
        const page = { ...query, ...place };
        const { list, nextCursor } = await readBatch(database, caller.workspaceId, page, now);
        return { list: list.map(presentWorkOrder), nextCursor };
      },
    });
  });

  mount(workOrdersApi.deskWorkOrders, async ({ caller: { workspaceId, subAccountId } }) => {
    const now = clock.now();
    const ids = await readOpenIds(database, workspaceId, subAccountId);
    const [orders, accounts] = await Promise.all([
      readItems(database, workspaceId, ids, now),
      readAccounts(database, workspaceId, ids, now),
    ]);
    return { list: orders.map((order) => presentForDesk(order, accounts)) };
  });
}

function mountChanges(mount: Mount, { database, clock }: WorkOrdersDeps): void {
  mount(workOrdersApi.createWorkOrder, ({ caller: { workspaceId }, body, language, origin }) =>
    transaction(database, async (tx) => {
      const now = clock.now();
      const id = await createWorkOrder(tx, { workspaceId, now, language, origin }, body);
      return presentOne(tx, workspaceId, id, now);
    }),
  );

  mount(workOrdersApi.updateWorkOrder, ({ caller: { workspaceId }, body, language, origin }) =>
    transaction(database, async (tx) => {
      const now = clock.now();
      await updateWorkOrder(tx, { workspaceId, now, language, origin }, body);
      return presentOne(tx, workspaceId, body.workOrderId, now);
    }),
  );

  mount(workOrdersApi.closeWorkOrder, ({ caller: { workspaceId }, body, language, origin }) =>
    transaction(database, async (tx) => {
      const now = clock.now();
      await closeWorkOrder(tx, { workspaceId, now, language, origin }, body.workOrderId);
      return presentOne(tx, workspaceId, body.workOrderId, now);
    }),
  );

  mount(workOrdersApi.reopenWorkOrder, ({ caller: { workspaceId }, body, language, origin }) =>
    transaction(database, async (tx) => {
      const now = clock.now();
      await reopenWorkOrder(tx, { workspaceId, now, language, origin }, body.workOrderId);
      return presentOne(tx, workspaceId, body.workOrderId, now);
    }),
  );

  mount(workOrdersApi.setWorkOrderStatus, ({ caller: { workspaceId }, body, language, origin }) =>
    transaction(database, async (tx) => ({
      changed: await setStatusOfAll(tx, { workspaceId, now: clock.now(), language, origin }, body),
    })),
  );
}

function mountDeletion(mount: Mount, deps: WorkOrdersDeps): void {
  const { database, channels } = deps;
  mount(workOrdersApi.workOrderDeletion, ({ caller, query }) =>
    contentsOf(database, caller.workspaceId, query.workOrderId),
  );

  mount(workOrdersApi.deleteWorkOrder, async ({ caller: { workspaceId }, body, origin }) => {
    await transaction(database, (tx) => deleteWorkOrder(tx, deps, { workspaceId, origin }, body));
    await channels.refresh();
    return null;
  });
}

async function presentOne(handle: Handle, workspaceId: WorkspaceId, id: string, now: number) {
  return presentWorkOrder(assertFound(await readOne(handle, workspaceId, id, now), 'work-order.not-found'));
}
