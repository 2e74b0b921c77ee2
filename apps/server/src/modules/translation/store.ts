import type { TranslationSettings } from '@parley/contract';
import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
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

export type CacheEntry = { workspaceId: WorkspaceId; key: Buffer; text: string; engine: string };

/**
 * Two messages may have been translated at once: the first to be stored stays. Written in one order by everybody,
 * so that two transactions with the same texts wait instead of deadlocking.
 */
export async function rememberTranslations({ db }: Tx, entries: readonly CacheEntry[], now: number) {
  const usedAt = new Date(now);
  const order = ({ workspaceId, key }: CacheEntry) => `${workspaceId} ${key.toString('hex')}`;
  const sorted = entries.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  await db
    .insert(translationCache)
    .values(sorted.map(({ text, ...entry }) => ({ ...entry, translation: text, usedAt })))
    .onConflictDoNothing();
}

/**
 * Notes that an entry is still of use. The one write outside of a transaction: it is a single statement, belongs
 * to a read, and losing it costs no more than a translation.
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

/** Forgets up to `limit` entries last used at or before that time; how many they were. */
export async function forgetUnused(
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
