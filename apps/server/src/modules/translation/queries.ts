import type { TranslationSettings } from '@parley/contract/conversations';
import { desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { optimizationFence } from '../../base/db/optimization-fence.ts';
import { preparedSelect } from '../../base/db/prepared-select.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { conversations, messages } from '../../schema/conversations.ts';
import { type SettingsLevel, translationCache, translationSettingsTable } from '../../schema/translation.ts';

/** The subject of settings: a conversation, a social account, a sub-account, or the workspace. */
export type SettingsSubject = { level: SettingsLevel; subjectId: string };

const own = translationSettingsTable;

export type OwnSettings = TranslationSettings & { workspaceId: WorkspaceId } & SettingsSubject;

/** Returns the own settings of these subjects, unordered, in one query. */
export async function settingsOf(
  { db }: Handle,
  subjects: readonly ({ workspaceId: WorkspaceId } & SettingsSubject)[],
): Promise<OwnSettings[]> {
  return db
    .select(getTableColumns(own))
    .from(own)
    .where(
      sql`(${own.workspaceId}, ${own.level}, ${own.subjectId}) in (
        select "workspaceId", level, "subjectId" from json_to_recordset(${JSON.stringify(subjects)}::json)
          as s("workspaceId" uuid, level text, "subjectId" uuid))`,
    );
}

/** A chat of a social account, whether or not it has a conversation yet. */
export type ChatName = {
  workspaceId: WorkspaceId;
  subAccountId: string;
  socialAccountId: string;
  chatId: string;
};

/** Returns the settings of all subjects that apply to these chats, in one query. */
export async function settingsOfChats(handle: Handle, chats: readonly ChatName[]): Promise<OwnSettings[]> {
  return ownSettingsOfChats(handle, { chats: JSON.stringify(chats) });
}

const ownSettingsOfChats = preparedSelect((db) =>
  db
    .select(getTableColumns(own))
    .from(own)
    .where(
      sql`(${own.workspaceId}, ${own.level}, ${own.subjectId}) in (
        select n."workspaceId", s.level, s.subject_id
        from json_to_recordset(${sql.placeholder('chats')}::json)
          as n("workspaceId" uuid, "subAccountId" uuid, "socialAccountId" uuid, "chatId" text)
        left join lateral (
          select c.id, c.sub_account_id from ${conversations} c where c.workspace_id = n."workspaceId"
            and c.social_account_id = n."socialAccountId" and c.chat_id = n."chatId" ${optimizationFence}) c on true
        cross join lateral (values ('conversation', c.id), ('social-account', n."socialAccountId"),
          ('sub-account', coalesce(c.sub_account_id, n."subAccountId")),
          ('workspace', n."workspaceId")) as s(level, subject_id))`,
    )
    .prepare('own_settings_of_chats'),
);

/** Returns the settings of all subjects that apply to these messages, in one query. */
export async function settingsOfMessages(
  { db }: Handle,
  names: readonly { workspaceId: WorkspaceId; messageId: string }[],
): Promise<OwnSettings[]> {
  return db
    .select(getTableColumns(own))
    .from(own)
    .where(
      sql`(${own.workspaceId}, ${own.level}, ${own.subjectId}) in (
        select c.workspace_id, s.level, s.subject_id
        from json_to_recordset(${JSON.stringify(names)}::json) as n("workspaceId" uuid, "messageId" uuid)
        cross join lateral (
          select c.workspace_id, c.id, c.social_account_id, c.sub_account_id from ${messages} m
          join ${conversations} c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
          where m.workspace_id = n."workspaceId" and m.id = n."messageId" ${optimizationFence}) c
        cross join lateral (values ('conversation', c.id), ('social-account', c.social_account_id),
          ('sub-account', c.sub_account_id), ('workspace', c.workspace_id)) as s(level, subject_id))`,
    );
}

export type CachedTranslation = { text: string; engine: string; usedAt: number };
export type CacheName = { workspaceId: WorkspaceId; key: Buffer };

/** Returns cached translations by one primary key lookup each, in one query; null for missing ones. */
export async function cachedTranslations(
  { db }: Handle,
  names: readonly CacheName[],
): Promise<(CachedTranslation | null)[]> {
  const rows = names.map(({ workspaceId, key }, ord) => ({ ord, workspaceId, key: key.toString('hex') }));
  const { rows: found } = await db.execute<{ text: string | null; engine: string; usedAt: number }>(sql`
    select c.translation as text, c.engine, extract(epoch from c.used_at) * 1000 as "usedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(ord int, "workspaceId" uuid, key text)
    left join lateral (
      select t.translation, t.engine, t.used_at from ${translationCache} t
      where t.workspace_id = n."workspaceId" and t.key = decode(n.key, 'hex') ${optimizationFence}) c on true
    order by n.ord`);
  return found.map(({ text, engine, usedAt }) => (text === null ? null : { text, engine, usedAt }));
}

/** Returns the next workspace, by id, that has cached translations. */
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

/** Returns the last use of the first entry beyond the `keep` most recently used, or null. */
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
