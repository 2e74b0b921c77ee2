import type { ShareAccess } from '@parley/contract/chat-shares';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../base/db/columns.ts';
import type { StoredShareStatus } from '../base/share-links/policy.ts';

export const chatShares = pgTable(
  'chat_shares',
  {
    workspaceId: workspaceId(),
    id: id(),
    conversationId: uuid('conversation_id').notNull(),
    title: text('title').notNull(),
    tokenHash: text('token_hash').notNull(),
    sealedToken: text('sealed_token').notNull(),
    access: text('access').$type<ShareAccess>().notNull(),
    sealedPassword: text('sealed_password'),
    passwordVersion: integer('password_version').notNull().default(0),
    status: text('status').$type<StoredShareStatus>().notNull(),
    validDays: integer('valid_days'),
    expiresAt: moment('expires_at'),
    opens: integer('opens').notNull().default(0),
    lastOpenedAt: moment('last_opened_at'),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const chatShareGuesses = pgTable(
  'chat_share_guesses',
  {
    workspaceId: workspaceId(),
    shareId: uuid('share_id').notNull(),
    addressHash: text('address_hash').notNull(),
    tries: integer('tries').notNull(),
    since: moment('since').notNull(),
    lockedUntil: moment('locked_until'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.shareId, table.addressHash] })],
);
