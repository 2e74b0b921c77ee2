import type { InterfaceLanguage } from '@parley/contract';
import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { TenantId, WorkspaceId } from '../../base/ids.ts';
import { users } from '../../schema/identity.ts';
import { notifications, notificationReads as reads } from '../../schema/notifications.ts';

export type NotificationReader = { workspaceId: WorkspaceId; userId: string };

/** Restricts a query to the notifications that this reader may see at this time. */
export const visibleTo = ({ workspaceId }: NotificationReader, at: Date) =>
  and(
    or(isNull(notifications.workspaceId), eq(notifications.workspaceId, workspaceId)),
    or(isNull(notifications.expiresAt), gt(notifications.expiresAt, at)),
  );

const readBy = (reader: NotificationReader) =>
  and(
    eq(reads.workspaceId, reader.workspaceId),
    eq(reads.userId, reader.userId),
    eq(reads.notificationId, notifications.id),
  );

/** Length of a body's beginning that is sufficient for its summary. */
const summarySource = 400;

const item = (language: InterfaceLanguage) => ({
  id: notifications.id,
  title: sql<string>`${notifications.title} ->> ${language}::text`,
  beginning: sql<string>`left(${notifications.body} ->> ${language}::text, ${summarySource})`,
  level: notifications.level,
  publishedAt: notifications.publishedAt,
  expiresAt: notifications.expiresAt,
  readAt: reads.readAt,
});

export type Item = Awaited<ReturnType<typeof readPage>>['list'][number];

export type PageFilter = { pageNo: number; pageSize: number; unreadOnly: boolean };

/** Returns a page, newest first, with the total and the number of unread ones. */
export async function readPage(
  handle: Handle,
  reader: NotificationReader,
  at: Date,
  language: InterfaceLanguage,
  filter: PageFilter,
) {
  const visible = visibleTo(reader, at);
  const unread = await countUnread(handle, reader, at);
  const list = await handle.db
    .select(item(language))
    .from(notifications)
    .leftJoin(reads, readBy(reader))
    .where(filter.unreadOnly ? and(visible, isNull(reads.readAt)) : visible)
    .orderBy(desc(notifications.publishedAt), desc(notifications.id))
    .limit(filter.pageSize)
    .offset((filter.pageNo - 1) * filter.pageSize);
  if (filter.unreadOnly) return { list, total: unread, unread };
  const [counted] = await handle.db.select({ total: count() }).from(notifications).where(visible);
  return { list, total: counted?.total ?? 0, unread };
}

export async function countUnread(handle: Handle, reader: NotificationReader, at: Date): Promise<number> {
  const [row] = await handle.db
    .select({ total: count() })
    .from(notifications)
    .leftJoin(reads, readBy(reader))
    .where(and(visibleTo(reader, at), isNull(reads.readAt)));
  return row?.total ?? 0;
}

export async function readOne(
  handle: Handle,
  reader: NotificationReader,
  at: Date,
  language: InterfaceLanguage,
  id: string,
) {
  const [row] = await handle.db
    .select({ ...item(language), body: sql<string>`${notifications.body} ->> ${language}::text` })
    .from(notifications)
    .leftJoin(reads, readBy(reader))
    .where(and(visibleTo(reader, at), eq(notifications.id, id)));
  return row ?? null;
}

const published = {
  notification: notifications,
  ownerEmail: sql<string | null>`(select email from ${users} u
    where u.kind = 'owner' and u.workspace_id = ${notifications}.workspace_id)`,
  readers: sql<number>`(select count(*) from ${reads} r
    where r.notification_id = ${notifications}.id)`,
};

export type Published = NonNullable<Awaited<ReturnType<typeof readPublished>>>;

/** Returns a page of all notifications including expired ones, newest first. */
export async function readAllPublished(handle: Handle, filter: { pageNo: number; pageSize: number }) {
  const [list, total] = await Promise.all([
    handle.db
      .select(published)
      .from(notifications)
      .orderBy(desc(notifications.publishedAt), desc(notifications.id))
      .limit(filter.pageSize)
      .offset((filter.pageNo - 1) * filter.pageSize),
    handle.db.$count(notifications),
  ]);
  return { list, total };
}

export async function readPublished(handle: Handle, id: string) {
  const [row] = await handle.db.select(published).from(notifications).where(eq(notifications.id, id));
  return row ?? null;
}

/** Returns the workspace whose owner has this address at this tenant. */
export async function workspaceOfOwner(
  handle: Handle,
  email: string,
  tenantId: TenantId | null,
): Promise<WorkspaceId | null> {
  const { rows } = await handle.db.execute<{ id: WorkspaceId }>(sql`
    select ${users.workspaceId} as id from ${users}
    where ${users.kind} = 'owner' and ${users.email} = ${email}
      and ${users.tenantId} is not distinct from ${tenantId}`);
  return rows[0]?.id ?? null;
}
