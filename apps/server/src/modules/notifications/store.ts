import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { notificationReads, notifications } from '../../schema/notifications.ts';
import { type NotificationReader, visibleTo } from './queries.ts';

export type NewNotification = typeof notifications.$inferInsert;

/** False: there is one with this id already. */
export async function insertNotification(tx: Tx, row: NewNotification): Promise<boolean> {
  const inserted = await tx.db
    .insert(notifications)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  return inserted.length > 0;
}

export type NotificationChange = Pick<NewNotification, 'level' | 'title' | 'body' | 'expiresAt'>;

/** False: it has changed since `version`, or is gone. */
export async function updateNotification(
  tx: Tx,
  id: string,
  version: number,
  change: NotificationChange,
): Promise<boolean> {
  const updated = await tx.db
    .update(notifications)
    .set({ ...change, version: sql`${notifications.version} + 1` })
    .where(and(eq(notifications.id, id), eq(notifications.version, version)))
    .returning({ id: notifications.id });
  return updated.length > 0;
}

/** Returns whom it was for; undefined: there is none. */
export async function deleteNotification(tx: Tx, id: string) {
  const [row] = await tx.db
    .delete(notifications)
    .where(eq(notifications.id, id))
    .returning({ workspaceId: notifications.workspaceId });
  return row;
}

/**
 * Marks what the reader can see, these or (left out) all. Read twice, also at once, is read once. What is being taken
 * back meanwhile is left out: hence the lock. Returns how many.
 */
export async function insertReads(
  tx: Tx,
  reader: NotificationReader,
  at: Date,
  ids?: readonly string[],
): Promise<number> {
  const named = ids && inArray(notifications.id, [...ids]);
  const { rowCount } = await tx.db.execute(sql`
    insert into ${notificationReads} (workspace_id, user_id, notification_id, read_at)
    select ${reader.workspaceId}::uuid, ${reader.userId}::uuid, id, ${at.toISOString()}::timestamptz
    from ${notifications} where ${and(visibleTo(reader, at), named)}
    for key share
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Ended before that time, with all that is known of their readers. Returns how many. */
export async function deleteExpired(handle: Handle, before: Date): Promise<number> {
  const gone = await handle.db
    .delete(notifications)
    .where(lt(notifications.expiresAt, before))
    .returning({ id: notifications.id });
  return gone.length;
}
