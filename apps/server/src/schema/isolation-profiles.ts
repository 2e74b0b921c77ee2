import type { webRtcPolicy } from '@parley/contract/isolation-profiles';
import { doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { count, moment, workspaceId } from '../base/db/columns.ts';

/** Profiles that differ from the derived ones. */
export const isolationProfiles = pgTable(
  'isolation_profiles',
  {
    workspaceId: workspaceId(),
    socialAccountId: uuid('social_account_id').notNull(),
    userAgent: text('user_agent').notNull(),
    languages: text('languages').array().notNull(),
    timeZone: text('time_zone').notNull(),
    screenWidth: integer('screen_width').notNull(),
    screenHeight: integer('screen_height').notNull(),
    pixelRatio: doublePrecision('pixel_ratio').notNull(),
    webRtc: text('web_rtc').$type<z.output<typeof webRtcPolicy>>().notNull(),
    canvasNoise: count('canvas_noise'),
    audioNoise: count('audio_noise'),
    version: integer('version').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.socialAccountId] })],
);

export type ProfileRow = typeof isolationProfiles.$inferSelect;
