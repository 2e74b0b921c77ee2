import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { signedVerdicts, snapshotKeys, workOrderSnapshots } from '../../../schema/work-order-shares.ts';
import { workOrderAccountDays, workOrderDays, workOrders } from '../../../schema/work-orders.ts';

/** Serializes the creation of keys. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('snapshot keys'))`);
}

export async function readCurrentKey({ db }: Handle) {
  const [row] = await db.select().from(snapshotKeys).where(isNull(snapshotKeys.replacedAt));
  return row ?? null;
}

type NewKey = { id: string; publicKey: string; sealedPrivateKey: string; createdAt: Date };

export async function replaceKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.db
    .update(snapshotKeys)
    .set({ replacedAt: key.createdAt, sealedPrivateKey: null })
    .where(isNull(snapshotKeys.replacedAt));
  await tx.db.insert(snapshotKeys).values(key);
}

/** Returns all keys, latest first. */
export const readKeys = ({ db }: Handle) =>
  db
    .select({
      id: snapshotKeys.id,
      publicKey: snapshotKeys.publicKey,
      createdAt: snapshotKeys.createdAt,
      replacedAt: snapshotKeys.replacedAt,
    })
    .from(snapshotKeys)
    .orderBy(desc(snapshotKeys.createdAt), desc(snapshotKeys.id));

export type SignedOrderKey = { workspaceId: WorkspaceId; workOrderId: string };

/** Returns work orders with unsigned closed days. */
export async function readUnsigned({ db }: Handle, limit: number): Promise<SignedOrderKey[]> {
  const { rows } = await db.execute<SignedOrderKey>(sql`
    select distinct d.workspace_id as "workspaceId", d.work_order_id as "workOrderId" from ${workOrderDays} d
    where not exists (select from ${workOrderSnapshots} s
      where s.workspace_id = d.workspace_id and s.work_order_id = d.work_order_id and s.day = d.day)
    limit ${limit}`);
  return rows;
}

/** Returns the work order, locked against other signers, or null if it is deleted. */
export async function lockOrder(tx: Tx, { workspaceId, workOrderId }: SignedOrderKey) {
  const { rows } = await tx.db.execute<{ name: string; platform: string }>(sql`
    select ${workOrders.name}, ${workOrders.platform} from ${workOrders}
    where ${workOrders.workspaceId} = ${workspaceId} and ${workOrders.id} = ${workOrderId}
    for no key update`);
  return rows[0] ?? null;
}

export async function readLast({ db }: Handle, { workspaceId, workOrderId }: SignedOrderKey) {
  const { number, day, hash } = workOrderSnapshots;
  const [row] = await db
    .select({ number, day, hash })
    .from(workOrderSnapshots)
    .where(
      and(eq(workOrderSnapshots.workspaceId, workspaceId), eq(workOrderSnapshots.workOrderId, workOrderId)),
    )
    .orderBy(desc(number))
    .limit(1);
  return row ?? null;
}

export type UnsignedDayRow = {
  day: string;
  startsAt: Date;
  endsAt: Date;
  timeZone: string;
  resetTime: string;
  totalGoal: number | null;
  dailyGoal: number | null;
  accountTotalGoal: number | null;
  accountDailyGoal: number | null;
  newFans: number;
  repeatFans: number;
  baseFans: number;
};

/** Returns the closed days after this one, earliest first; null returns all. */
export async function readDaysAfter(
  { db }: Handle,
  { workspaceId, workOrderId }: SignedOrderKey,
  day: string | null,
  limit: number,
): Promise<UnsignedDayRow[]> {
  const d = workOrderDays;
  return db
    .select({
      day: d.day,
      startsAt: d.startsAt,
      endsAt: d.endsAt,
      timeZone: d.timeZone,
      resetTime: sql<string>`to_char(${d.resetTime}, 'HH24:MI')`,
      totalGoal: d.totalGoal,
      dailyGoal: d.dailyGoal,
      accountTotalGoal: d.accountTotalGoal,
      accountDailyGoal: d.accountDailyGoal,
      newFans: d.newFans,
      repeatFans: d.repeatFans,
      baseFans: d.baseFans,
    })
    .from(d)
    .where(
      and(
        eq(d.workspaceId, workspaceId),
        eq(d.workOrderId, workOrderId),
        day === null ? undefined : sql`${d.day} > ${day}`,
      ),
    )
    .orderBy(d.day)
    .limit(limit);
}

export const readAccounts = ({ db }: Handle, { workspaceId, workOrderId }: SignedOrderKey, day: string) => {
  const a = workOrderAccountDays;
  return db
    .select({
      socialAccountId: a.socialAccountId,
      name: a.name,
      newFans: a.newFans,
      repeatFans: a.repeatFans,
      baseFans: a.baseFans,
    })
    .from(a)
    .where(and(eq(a.workspaceId, workspaceId), eq(a.workOrderId, workOrderId), eq(a.day, day)))
    .orderBy(a.socialAccountId);
};

/** Returns the verdicts of a day as one text with a line `id verdict` each, sorted by id. */
export async function readVerdicts(
  { db }: Handle,
  { workspaceId, workOrderId }: SignedOrderKey,
  { day, startsAt, endsAt }: UnsignedDayRow,
): Promise<{ count: number; text: string }> {
  const { rows } = await db.execute<{ count: number; text: string }>(
    signedVerdicts({
      workspaceId: sql`${workspaceId}`,
      workOrderId: sql`${workOrderId}`,
      day: sql`${day}`,
      startsAt: sql`${startsAt.toISOString()}::timestamptz`,
      endsAt: sql`${endsAt.toISOString()}::timestamptz`,
    }),
  );
  return rows[0] ?? { count: 0, text: '' };
}

export async function insertSnapshot(tx: Tx, row: typeof workOrderSnapshots.$inferInsert): Promise<void> {
  await tx.db.insert(workOrderSnapshots).values(row);
}

/** Returns the signed days of a work order, earliest first. */
export const readSnapshots = ({ db }: Handle, { workspaceId, workOrderId }: SignedOrderKey) => {
  const { content, hash, keyId, signature, number } = workOrderSnapshots;
  return db
    .select({ content, hash, keyId, signature })
    .from(workOrderSnapshots)
    .where(
      and(eq(workOrderSnapshots.workspaceId, workspaceId), eq(workOrderSnapshots.workOrderId, workOrderId)),
    )
    .orderBy(number);
};
