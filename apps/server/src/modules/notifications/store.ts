import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { notificationReads, notifications } from '../../schema/notifications.ts';
import { type NotificationReader, visibleTo } from './queries.ts';

export type NewNotification = typeof notifications.$inferInsert;

/** Inserts a notification. Returns false when the id exists already. */
export async function insertNotification(tx: Tx, row: NewNotification): Promise<boolean> {
  const inserted = await tx.db
    .insert(notifications)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  return inserted.length > 0;
}

export type NotificationChange = Pick<NewNotification, 'level' | 'title' | 'body' | 'expiresAt'>;

/** Updates a notification. Returns false when it has changed since `version`, or was deleted. */
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

/** Deletes a notification and returns its workspace; undefined when there is none. */
export async function deleteNotification(tx: Tx, id: string) {
  const [row] = await tx.db
    .delete(notifications)
    .where(eq(notifications.id, id))
    .returning({ workspaceId: notifications.workspaceId });
  return row;
}

/**
 * Marks these (by default all) notifications that the reader can see as read; idempotent, also concurrently. The lock
 * excludes those that are being withdrawn. Returns the number newly marked.
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
    select ${reader.workspaceId}::uuid, ${reader.userId}::uuid, ${notifications.id}, ${at.toISOString()}::timestamptz
    from ${notifications} where ${and(visibleTo(reader, at), named)}
    for key share
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Deletes notifications that expired before this time, with their reads, and returns how many. */
export async function deleteExpired(handle: Handle, before: Date): Promise<number> {
  const gone = await handle.db
    .delete(notifications)
    .where(lt(notifications.expiresAt, before))
    .returning({ id: notifications.id });
  return gone.length;
}
