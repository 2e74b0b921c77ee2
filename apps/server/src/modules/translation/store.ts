import type { TranslationSettings } from '@parley/contract/conversations';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { translationCache, translationSettingsTable } from '../../schema/translation.ts';
import type { SettingsSubject } from './queries.ts';

const own = translationSettingsTable;

export async function storeSettings(
  { db }: Tx,
  workspaceId: WorkspaceId,
  subject: SettingsSubject,
  settings: TranslationSettings,
): Promise<void> {
  await db
    .insert(own)
    .values({ workspaceId, ...subject, ...settings })
    .onConflictDoUpdate({ target: [own.workspaceId, own.level, own.subjectId], set: settings });
}

export async function clearSettings(
  { db }: Tx,
  workspaceId: WorkspaceId,
  { level, subjectId }: SettingsSubject,
): Promise<void> {
  await db
    .delete(own)
    .where(and(eq(own.workspaceId, workspaceId), eq(own.level, level), eq(own.subjectId, subjectId)));
}

export type CacheEntry = {
  workspaceId: WorkspaceId;
  key: Buffer;
  text: string;
  engine: string;
  subAccountId: string;
};

/**
 * Stores translations. If two messages with the same text were translated concurrently, the first stored one is kept. Always
 * written in the same order, so that concurrent transactions wait instead of deadlocking. Texts of sub-accounts without chat
 * history are skipped. Returns the stored entries.
 */
export async function rememberTranslations<Entry extends CacheEntry>(
  { db }: Tx,
  entries: readonly Entry[],
  now: number,
): Promise<Entry[]> {
  const input = entries.map(({ workspaceId, subAccountId, key, text, engine }, ord) => ({
    ord,
    workspaceId,
    subAccountId,
    text,
    engine,
    key: key.toString('hex'),
  }));
  const { rows } = await db.execute<{ workspaceId: string; key: string }>(sql`
    insert into ${translationCache} (workspace_id, key, translation, engine, used_at)
    select e."workspaceId", decode(e.key, 'hex'), e.text, e.engine, ${new Date(now).toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(input)}::json)
      as e(ord int, "workspaceId" uuid, "subAccountId" uuid, key text, text text, engine text)
    where not exists (
      select from ${subAccounts} s
      where s.workspace_id = e."workspaceId" and s.id = e."subAccountId" and not s.save_chat_history)
    order by 1, 2, e.ord
    on conflict do nothing
    returning ${translationCache.workspaceId} as "workspaceId", encode(${translationCache.key}, 'hex') as key`);
  const stored = new Set(rows.map(({ workspaceId, key }) => `${workspaceId} ${key}`));
  return entries.filter(({ workspaceId, key }) => stored.has(`${workspaceId} ${key.toString('hex')}`));
}

/**
 * Records that an entry is in use. The only write outside a transaction: a single statement that accompanies a read, and whose
 * loss costs no more than a translation.
 */
export async function markUsed(
  { db }: Handle,
  workspaceId: WorkspaceId,
  key: Buffer,
  now: number,
): Promise<void> {
  await db
    .update(translationCache)
    .set({ usedAt: new Date(now) })
    .where(and(eq(translationCache.workspaceId, workspaceId), eq(translationCache.key, key)));
}

/** Deletes up to `limit` entries last used at or before that time; returns their number. */
export async function deleteUnusedTranslations(
  { db }: Tx,
  workspaceId: WorkspaceId,
  usedAt: number,
  limit: number,
): Promise<number> {
  const oldest = db
    .select({ key: translationCache.key })
    .from(translationCache)
    .where(and(eq(translationCache.workspaceId, workspaceId), lte(translationCache.usedAt, new Date(usedAt))))
    .orderBy(translationCache.usedAt)
    .limit(limit);
  const { rowCount } = await db
    .delete(translationCache)
    .where(and(eq(translationCache.workspaceId, workspaceId), inArray(translationCache.key, oldest)));
  return rowCount ?? 0;
}
