import { boolean, customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, workspaceId } from '../base/db/columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** From the most specific to the most general: the first level with a value wins. */
export const settingsLevels = ['conversation', 'social-account', 'sub-account', 'workspace'] as const;
export type SettingsLevel = (typeof settingsLevels)[number];

export const translationSettingsTable = pgTable(
  'translation_settings',
  {
    workspaceId: workspaceId(),
    level: text('level', { enum: settingsLevels }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    translationMode: text('translation_mode'),
    receiveTranslationEnable: boolean('receive_translation_enable'),
    receiveSourceLanguage: text('receive_source_language'),
    receiveTargetLanguage: text('receive_target_language'),
    sendTranslationEnable: boolean('send_translation_enable'),
    sendTargetLanguage: text('send_target_language'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.level, table.subjectId] })],
);

export const translationCache = pgTable(
  'translation_cache',
  {
    workspaceId: workspaceId(),
    key: bytes('key').notNull(),
    translation: text('translation').notNull(),
    engine: text('engine').notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.key] }),
    index('translation_cache_by_use').on(table.workspaceId, table.usedAt),
  ],
);
