/** Closes the days of work orders: each exactly once, in sequence. */
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import type { WorkOrderRow } from '../../../schema/work-orders.ts';
import { turnIntoBaseFans } from '../../fans/index.ts';
import { lockOrder } from '../store.ts';
import * as store from './store.ts';

/** The order's own row must be locked, and `order` read under that lock. */
async function closeDay(
  tx: Tx,
  order: WorkOrderRow,
  { endsAt, now, last }: { endsAt: Date; now: number; last: boolean },
): Promise<void> {
  const { workspaceId, id, openDay } = order;
  await store.insertClosedDay(tx, order, { endsAt, now });
  if (last) await store.endDays(tx, order, endsAt);
  else await store.beginNextDay(tx, order);
  await turnIntoBaseFans(tx, { workspaceId, workOrderId: id, day: openDay }, endsAt.getTime());
}

const isDue = (order: WorkOrderRow, now: number) => !order.ended && order.nextResetAt.getTime() <= now;

/** Returns whether the running day is the last one because the order was closed during it. */
const isLast = ({ status, closedAt, nextResetAt }: WorkOrderRow) =>
  status === 'closed' && closedAt !== null && closedAt <= nextResetAt;

/**
 * Closes the earliest day of a work order if it is over at `now` (ms); returns false if it isn't any more, or the order is gone.
 * The lock on the order decides between concurrent processes.
 */
export function closeDueDay(database: Database, key: store.OrderKey, now: number): Promise<boolean> {
  return transaction(database, async (tx) => {
    const order = await lockOrder(tx, key.workspaceId, key.id);
    if (order === null || !isDue(order, now)) return false;
    await closeDay(tx, order, { endsAt: order.nextResetAt, now, last: isLast(order) });
    return true;
  });
}

/**
 * Closes the days of a work order that are over at `now` (ms), as the next poll would. The closed days then reach up to the day that
 * the order shows as the present one.
 */
export async function closeOverdueDays(database: Database, key: store.OrderKey, now: number): Promise<void> {
  while ((await store.isOverdue(database, key, now)) && (await closeDueDay(database, key, now)));
}

/** Closes all days of a locked work order that are over at `now` (ms), and returns the updated order. */
export async function catchUp(tx: Tx, order: WorkOrderRow, now: number): Promise<WorkOrderRow> {
  let current = order;
  while (isDue(current, now)) {
    await closeDay(tx, current, { endsAt: current.nextResetAt, now, last: isLast(current) });
    const next = await lockOrder(tx, current.workspaceId, current.id);
    if (next === null) throw new Error('a locked work order is gone');
    current = next;
  }
  return current;
}

/** Closes all days of a locked work order, the running one at `now` (ms), before what was counted is deleted. */
export async function closeAllDays(tx: Tx, order: WorkOrderRow, now: number): Promise<void> {
  const current = await catchUp(tx, order, now);
  if (!current.ended) await closeDay(tx, current, { endsAt: new Date(now), now, last: true });
}
