import { orderDay } from '@parley/contract/work-orders';
import { and, asc, desc, eq, getTableColumns, lt } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { workOrderSnapshots } from '../../../schema/work-order-shares.ts';
import { workOrderAccountDays, workOrderDays } from '../../../schema/work-orders.ts';

export type ClosedDayRow = typeof workOrderDays.$inferSelect & {
  signature: { number: number; hash: string } | null;
};
export type ClosedAccountRow = typeof workOrderAccountDays.$inferSelect;

/** Returns closed days, latest first; `cursor` restricts them to those before this day, and is ignored if it isn't a day. */
export async function readDays(
  handle: Handle,
  workspaceId: WorkspaceId,
  workOrderId: string,
  { cursor, pageNo = 1, pageSize }: { cursor?: string | undefined; pageNo?: number; pageSize: number },
): Promise<{ list: ClosedDayRow[]; nextCursor: string | null }> {
  const before = orderDay.safeParse(cursor).data;
  const rows = await handle.db
    .select({
      ...getTableColumns(workOrderDays),
      signature: { number: workOrderSnapshots.number, hash: workOrderSnapshots.hash },
    })
    .from(workOrderDays)
    .leftJoin(
      workOrderSnapshots,
      and(
        eq(workOrderSnapshots.workspaceId, workOrderDays.workspaceId),
        eq(workOrderSnapshots.workOrderId, workOrderDays.workOrderId),
        eq(workOrderSnapshots.day, workOrderDays.day),
      ),
    )
    .where(
      and(
        eq(workOrderDays.workspaceId, workspaceId),
        eq(workOrderDays.workOrderId, workOrderId),
        before === undefined ? undefined : lt(workOrderDays.day, before),
      ),
    )
    .orderBy(desc(workOrderDays.day))
    .limit(pageSize + 1)
    .offset((pageNo - 1) * pageSize);
  const list = rows.slice(0, pageSize);
  return { list, nextCursor: rows.length > pageSize ? (list.at(-1)?.day ?? null) : null };
}

/** Returns the social accounts of a closed day, by name. */
export function readDayAccounts(
  handle: Handle,
  workspaceId: WorkspaceId,
  workOrderId: string,
  day: string,
): Promise<ClosedAccountRow[]> {
  return handle.db
    .select()
    .from(workOrderAccountDays)
    .where(
      and(
        eq(workOrderAccountDays.workspaceId, workspaceId),
        eq(workOrderAccountDays.workOrderId, workOrderId),
        eq(workOrderAccountDays.day, day),
      ),
    )
    .orderBy(asc(workOrderAccountDays.name), asc(workOrderAccountDays.socialAccountId));
}
