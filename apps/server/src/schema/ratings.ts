import { date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { count, id, moment, workspaceId } from '../base/db/columns.ts';

/** A closing of a conversation after which the visitor was asked for a rating, and the rating. */
export const ratings = pgTable(
  'ratings',
  {
    workspaceId: workspaceId(),
    id: id(),
    conversationId: uuid('conversation_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    /** The sub-account to which the conversation belonged when it was closed. */
    subAccountId: uuid('sub_account_id').notNull(),
    closedBy: text('closed_by'),
    /** The name of the author of the last message. */
    agentName: text('agent_name'),
    askedAt: moment('asked_at').notNull(),
    /** The number of the closing among the conversation's events. */
    askedSeq: count('asked_seq').notNull(),
    dismissedAt: moment('dismissed_at'),
    /** Null: not rated. */
    score: smallint('score'),
    comment: text('comment'),
    /** Translated for the owner, who requested it. */
    commentTranslation: text('comment_translation'),
    commentTranslationLanguage: text('comment_translation_language'),
    /** The language of the visitor's browser. */
    language: text('language'),
    ratedAt: moment('rated_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** Sums per day of closing, maintained by triggers on `ratings`. */
export const ratingDays = pgTable(
  'rating_days',
  {
    workspaceId: workspaceId(),
    day: date('day').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    socialAccountId: uuid('social_account_id').notNull(),
    asked: integer('asked').notNull(),
    score1: integer('score_1').notNull(),
    score2: integer('score_2').notNull(),
    score3: integer('score_3').notNull(),
    score4: integer('score_4').notNull(),
    score5: integer('score_5').notNull(),
    commented1: integer('commented_1').notNull(),
    commented2: integer('commented_2').notNull(),
    commented3: integer('commented_3').notNull(),
    commented4: integer('commented_4').notNull(),
    commented5: integer('commented_5').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.day, table.subAccountId, table.socialAccountId] }),
  ],
);

export type RatingRow = typeof ratings.$inferSelect;
