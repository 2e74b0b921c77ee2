import type { InterfaceLanguage } from '@parley/contract';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { claimRequestId } from '../../base/db/request-ids.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { fieldMessages } from '../../base/http/field-messages.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { TenantId, WorkspaceId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { changesOf, record } from '../audit/index.ts';
import {
  countUnread,
  type NotificationReader,
  type Published,
  readOne,
  readPublished,
  workspaceOfOwner,
} from './queries.ts';
import * as store from './store.ts';

type Consoles = Pick<RealtimeServer, 'console' | 'consoles'>;
export type NotificationsDeps = { database: Database; clock: Clock; realtime: Consoles };

/** Returns a notification without marking it as read. Throws like `openNotification`. */
export async function previewNotification(
  { database, clock }: NotificationsDeps,
  reader: NotificationReader,
  id: string,
  language: InterfaceLanguage,
) {
  return assertFound(await readOne(database, reader, new Date(clock.now()), language, id));
}

/**
 * Opens a notification and marks it as read. Throws `resource.not-found` when it was deleted, has expired, or is
 * another owner's.
 */
export async function openNotification(
  { database, clock, realtime }: NotificationsDeps,
  reader: NotificationReader,
  id: string,
  language: InterfaceLanguage,
) {
  const at = new Date(clock.now());
  return transaction(database, async (tx) => {
    const marked = await store.insertReads(tx, reader, at, [id]);
    const opened = assertFound(await readOne(tx, reader, at, language, id));
    if (marked > 0) await tellUnread(tx, realtime, reader, at);
    return opened;
  });
}

/** Marks these notifications as read, or all without `ids`. Returns the number of unread ones left. */
export async function markRead(
  { database, clock, realtime }: NotificationsDeps,
  reader: NotificationReader,
  ids?: readonly string[],
): Promise<number> {
  const at = new Date(clock.now());
  return transaction(database, async (tx) => {
    const marked = await store.insertReads(tx, reader, at, ids);
    return marked > 0 ? tellUnread(tx, realtime, reader, at) : countUnread(tx, reader, at);
  });
}

/** Updates the count shown by the owner's other pages. */
async function tellUnread(tx: Tx, realtime: Consoles, reader: NotificationReader, at: Date): Promise<number> {
  const unread = await countUnread(tx, reader, at);
  tx.afterCommit(() => realtime.console(reader.workspaceId).emit('notified', { unread }));
  return unread;
}

export type NotificationTexts = Omit<store.NotificationChange, 'expiresAt'> & { expiresAt: number | null };
export type Publication = NotificationTexts & {
  requestId: string;
  ownerEmail?: string | null | undefined;
  /** The owner's tenant. */
  tenantId: TenantId | null;
};

/**
 * Publishes a notification. Repeating a `requestId` with the same content publishes nothing more. Throws
 * `request.invalid` when its end is in the past, `identity.owner-unknown` when no owner has that address,
 * `notification.request-id-taken` when the id was used for other content, and `resource.not-found` when the
 * notification published with it was deleted.
 */
export async function publishNotification(
  deps: NotificationsDeps,
  form: Publication,
  language: InterfaceLanguage,
  origin: RequestOrigin,
): Promise<Published> {
  const { requestId: id, ownerEmail = null, expiresAt, tenantId, ...texts } = form;
  const at = deps.clock.now();
  return transaction(deps.database, async (tx) => {
    const workspaceId =
      ownerEmail === null
        ? null
        : assertFound(await workspaceOfOwner(tx, ownerEmail, tenantId), 'identity.owner-unknown');
    const { title, body, level } = texts;
    const eachText = [title, body].map((text) => [text['zh-CN'], text['en-US']]);
    const claim = await claimRequestId(tx, id, { notification: [workspaceId, eachText, level, expiresAt] });
    if (claim === 'taken') throw new AppError('notification.request-id-taken');
    if (claim === 'new') {
      if (expiresAt !== null && expiresAt <= at) throw overAlready(language);
      const row = { ...texts, id, workspaceId, publishedAt: new Date(at), expiresAt: dateOf(expiresAt) };
      if (!(await store.insertNotification(tx, row))) throw new AppError('notification.request-id-taken');
      hint(tx, deps.realtime, workspaceId);
      await record(tx, origin, { action: 'notification.published', object: objectOf(row), workspaceId });
    }
    return assertFound(await readPublished(tx, id));
  });
}

/** Notifies one workspace's owner of something that the server has detected. */
export async function notifyOwner(
  tx: Tx,
  realtime: Pick<RealtimeServer, 'console'>,
  row: store.NewNotification & { workspaceId: WorkspaceId },
): Promise<void> {
  await store.insertNotification(tx, row);
  tx.afterCommit(() => realtime.console(row.workspaceId).emit('notified', { unread: null }));
}

function overAlready(language: InterfaceLanguage): AppError {
  const issue = { code: 'custom' as const, path: ['expiresAt'], message: '', params: { rule: 'past' } };
  return new AppError('request.invalid', { fields: fieldMessages([issue], language) });
}

/** Changes a notification. Throws `resource.not-found` or `resource.stale`. */
export async function changeNotification(
  { database, realtime }: NotificationsDeps,
  id: string,
  { version, expiresAt, ...texts }: NotificationTexts & { version: number },
  origin: RequestOrigin,
): Promise<Published> {
  return transaction(database, async (tx) => {
    const before = assertFound(await readPublished(tx, id));
    const changed = await store.updateNotification(tx, id, version, {
      ...texts,
      expiresAt: dateOf(expiresAt),
    });
    const now = assertFound(await readPublished(tx, id));
    if (!changed) throw new AppError('resource.stale');
    const { workspaceId } = now.notification;
    await record(tx, origin, {
      action: 'notification.changed',
      object: objectOf(now.notification),
      workspaceId,
      details: changesOf(inWords(before.notification), inWords(now.notification)),
    });
    hint(tx, realtime, workspaceId);
    return now;
  });
}

/** Withdraws a notification. Throws `resource.not-found`. */
export async function withdrawNotification(
  { database, realtime }: NotificationsDeps,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const { notification } = assertFound(await readPublished(tx, id));
    const { workspaceId } = assertFound(await store.deleteNotification(tx, id));
    await record(tx, origin, { action: 'notification.deleted', object: objectOf(notification), workspaceId });
    hint(tx, realtime, workspaceId);
  });
}

const inWords = ({ title, body, level, expiresAt }: store.NotificationChange) => ({
  titleZh: title['zh-CN'],
  titleEn: title['en-US'],
  bodyZh: body['zh-CN'],
  bodyEn: body['en-US'],
  level,
  expiresAt,
});

const objectOf = ({ id, title }: { id: string; title: Record<InterfaceLanguage, string> }) =>
  ({ kind: 'notification', id, name: title['zh-CN'] }) as const;

/** Tells consoles to fetch their own counts, because the number of unread notifications differs per owner. */
function hint(tx: Tx, realtime: Consoles, workspaceId: WorkspaceId | null): void {
  const consoles = () => (workspaceId === null ? realtime.consoles() : realtime.console(workspaceId));
  tx.afterCommit(() => consoles().emit('notified', { unread: null }));
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Retention of expired notifications for the operator. */
const keptMs = 30 * 24 * 3_600_000;

export async function deleteExpiredNotifications({ database, clock }: NotificationsDeps): Promise<void> {
  await store.deleteExpired(database, new Date(clock.now() - keptMs));
}
