import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../../base/ids.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<'owner' | 'operator'>().notNull(),
  workspaceId: uuid('workspace_id').$type<WorkspaceId>(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  messengerContact: text('messenger_contact'),
  disabled: boolean('disabled').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const authSessions = pgTable('auth_sessions', {
  id: uuid('id').primaryKey(),
  audience: text('audience').$type<'console' | 'desk' | 'operator'>().notNull(),
  workspaceId: uuid('workspace_id').$type<WorkspaceId>(),
  subjectId: uuid('subject_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
  endReason: text('end_reason'),
});

export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const verificationCodes = pgTable('verification_codes', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  purpose: text('purpose').notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  usedAt: moment('used_at'),
});
