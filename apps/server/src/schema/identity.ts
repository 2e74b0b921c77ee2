import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, moment, workspaceId } from '../base/db/columns.ts';
import type { TenantId, WorkspaceId } from '../base/ids.ts';

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<'owner' | 'operator'>().notNull(),
  workspaceId: uuid('workspace_id').$type<WorkspaceId>(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  messengerContact: text('messenger_contact'),
  disabled: boolean('disabled').notNull().default(false),
  createdAt: createdAt(),
  /** Random, twelve digits. The database makes it: this default is only the word for that. */
  accountNumber: count('account_number').notNull().default(sql`default`),
  nickname: text('nickname').notNull().default(''),
  country: text('country').notNull().default(''),
  area: text('area').notNull().default(''),
  address: text('address').notNull().default(''),
  introduction: text('introduction').notNull().default(''),
  phone: text('phone').notNull().default(''),
  avatarFileId: uuid('avatar_file_id'),
  tourDone: boolean('tour_done').notNull().default(false),
  profileVersion: integer('profile_version').notNull().default(0),
  /** As its workspace's; an operator has none. */
  tenantId: uuid('tenant_id').$type<TenantId>(),
  disabledAt: moment('disabled_at'),
  /** The operator's own note; only operators see it. */
  disabledReason: text('disabled_reason'),
  passwordMustChange: boolean('password_must_change').notNull().default(false),
});

export const agreementAcceptances = pgTable('agreement_acceptances', {
  workspaceId: workspaceId(),
  userId: uuid('user_id').notNull(),
  document: text('document').$type<'service' | 'privacy'>().notNull(),
  version: text('version').notNull(),
  acceptedAt: moment('accepted_at').notNull(),
});

export const quickLogInCodes = pgTable('quick_log_in_codes', {
  codeHash: text('code_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const certifications = pgTable('certifications', {
  workspaceId: workspaceId().primaryKey(),
  status: text('status').$type<'none' | 'reviewing' | 'passed' | 'rejected'>().notNull(),
  enterpriseName: text('enterprise_name'),
  registrationNumber: text('registration_number'),
  contactName: text('contact_name'),
  documentFileIds: uuid('document_file_ids').array(),
  reason: text('reason'),
  submittedAt: moment('submitted_at'),
  decidedAt: moment('decided_at'),
  version: integer('version').notNull().default(1),
});

export const guessCounters = pgTable('guess_counters', {
  keyHash: text('key_hash').primaryKey(),
  failures: doublePrecision('failures').notNull(),
  countedAt: moment('counted_at').notNull(),
  pausedUntil: moment('paused_until').notNull(),
});

export const familiarAddresses = pgTable(
  'familiar_addresses',
  {
    accountHash: text('account_hash').notNull(),
    addressHash: text('address_hash').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountHash, table.addressHash] })],
);

export const authSessions = pgTable('auth_sessions', {
  id: uuid('id').primaryKey(),
  audience: text('audience').$type<'console' | 'desk' | 'operator'>().notNull(),
  workspaceId: uuid('workspace_id').$type<WorkspaceId>(),
  subjectId: uuid('subject_id').notNull(),
  createdAt: createdAt(),
  endedAt: moment('ended_at'),
  endReason: text('end_reason'),
  /** Absolute: no refresh token renews the session beyond it. */
  expiresAt: moment('expires_at').notNull().default(sql`default`),
  /** The moment when it was opened or renewed last, so up to half an hour behind. */
  lastActiveAt: moment('last_active_at').notNull().default(sql`default`),
  address: text('address').notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
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
  /** By the requester. */
  tries: integer('tries').notNull().default(0),
  createdAt: createdAt(),
  usedAt: moment('used_at'),
  tenantId: uuid('tenant_id').$type<TenantId>(),
  /** The mail that carries the code, to redact it there. */
  mailId: uuid('mail_id'),
  /** A keyed hash of the address that has asked for it; null: not known. */
  requester: text('requester'),
  /** Tries by all others. */
  otherTries: integer('stranger_tries').notNull().default(0),
});

export const twoFactor = pgTable('two_factor', {
  userId: uuid('user_id').primaryKey(),
  secret: text('secret').notNull(),
  enabledAt: moment('enabled_at'),
  lastStep: count('last_step').notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
