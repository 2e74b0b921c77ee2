import type { TranslationSettings } from '@parley/contract';
import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type SettingsLevel, translationCache, translationSettingsTable } from './tables.ts';

/** Whose settings: a conversation's, a social account's, a sub-account's, or the workspace's own. */
export type SettingsSubject = { level: SettingsLevel; subjectId: string };

const own = translationSettingsTable;
const settingsColumns = {
  translationMode: own.translationMode,
  receiveTranslationEnable: own.receiveTranslationEnable,
  receiveSourceLanguage: own.receiveSourceLanguage,
  receiveTargetLanguage: own.receiveTargetLanguage,
  sendTranslationEnable: own.sendTranslationEnable,
  sendTargetLanguage: own.sendTargetLanguage,
};

/** The settings that these subjects have of their own, in no particular order, in one query. */
export async function settingsOf(
  { db }: Handle,
  workspaceId: WorkspaceId,
  subjects: readonly SettingsSubject[],
): Promise<(TranslationSettings & { level: SettingsLevel })[]> {
  const named = subjects.map(({ level, subjectId }) =>
    and(eq(own.level, level), eq(own.subjectId, subjectId)),
  );
  return db
    .select({ level: own.level, ...settingsColumns })
    .from(own)
    .where(and(eq(own.workspaceId, workspaceId), or(...named)));
}

export type ReceivingPlace = {
  workspaceId: WorkspaceId;
  conversationId: string;
  socialAccountId: string;
  subAccountId: string;
};

/**
 * For each place the nearest level's word on translating what customers write, null where none has one. One query
 * for a whole batch of inbound messages, of whichever workspaces: each row is looked up within its own.
 */
export async function receiveSwitches(
  { db }: Handle,
  places: readonly ReceivingPlace[],
): Promise<(boolean | null)[]> {
  const rows = places.map((place, ord) => ({ ...place, ord }));
  const { rows: found } = await db.execute<{ enable: boolean | null }>(sql`
    select (
      select s.receive_translation_enable from translation_settings s
      join (values ('conversation', p."conversationId", 1), ('social-account', p."socialAccountId", 2),
                   ('sub-account', p."subAccountId", 3), ('workspace', p."workspaceId", 4)) l(level, id, nearness)
        on s.level = l.level and s.subject_id = l.id
      where s.workspace_id = p."workspaceId" and s.receive_translation_enable is not null
      order by l.nearness limit 1
    ) as enable
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as p("workspaceId" uuid, "conversationId" uuid, "socialAccountId" uuid, "subAccountId" uuid, ord int)
    order by p.ord`);
  return found.map((row) => row.enable);
}

export type CachedTranslation = { text: string; engine: string; usedAt: number };

/** One look at the primary key. */
export async function cachedTranslation(
  { db }: Handle,
  workspaceId: WorkspaceId,
  key: Buffer,
): Promise<CachedTranslation | null> {
  const [row] = await db
    .select()
    .from(translationCache)
    .where(and(eq(translationCache.workspaceId, workspaceId), eq(translationCache.key, key)));
  return row ? { text: row.translation, engine: row.engine, usedAt: row.usedAt.getTime() } : null;
}

/** The first workspace, in the order of their ids, that has cached translations and comes after a given one. */
export async function nextWorkspaceWithCache(
  { db }: Handle,
  after: WorkspaceId | null,
): Promise<WorkspaceId | null> {
  const [row] = await db
    .select({ workspaceId: translationCache.workspaceId })
    .from(translationCache)
    .where(after === null ? undefined : gt(translationCache.workspaceId, after))
    .orderBy(translationCache.workspaceId)
    .limit(1);
  return row?.workspaceId ?? null;
}

/** When the entry was last used that is the first beyond the `keep` most recently used; null when there is none. */
export async function usedAtBeyond(
  { db }: Handle,
  workspaceId: WorkspaceId,
  keep: number,
): Promise<number | null> {
  const [row] = await db
    .select({ usedAt: translationCache.usedAt })
    .from(translationCache)
    .where(eq(translationCache.workspaceId, workspaceId))
    .orderBy(desc(translationCache.usedAt))
    .offset(keep)
    .limit(1);
  return row?.usedAt.getTime() ?? null;
}
