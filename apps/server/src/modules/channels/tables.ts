import type { ConnectionState, PlatformId } from '@parley/contract';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../../base/db/columns.ts';

export type ProxyMode = 'auto' | 'chosen' | 'direct';

export const socialAccounts = pgTable(
  'social_accounts',
  {
    workspaceId: workspaceId(),
    id: id(),
    platform: text('platform').$type<PlatformId>().notNull(),
    name: text('name').notNull(),
    externalId: text('external_id').notNull(),
    handle: text('handle').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
    credentials: text('credentials').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    state: text('state').$type<ConnectionState>().notNull().default('connecting'),
    stateReason: text('state_reason'),
    stateSince: moment('state_since').notNull().defaultNow(),
    cursor: text('cursor'),
    holder: uuid('holder'),
    heldUntil: moment('held_until'),
    createdAt: createdAt(),
    proxyMode: text('proxy_mode').$type<ProxyMode>().notNull().default('auto'),
    proxyId: uuid('proxy_id'),
    lastOnlineAt: moment('last_online_at'),
    deletedAt: moment('deleted_at'),
    quarantineEvicted: integer('quarantine_evicted').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export type SocialAccountRow = typeof socialAccounts.$inferSelect;
