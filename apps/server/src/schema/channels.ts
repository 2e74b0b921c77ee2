import type { PlatformId } from '@parley/contract/catalogues';
import type { ConnectionState } from '@parley/contract/channels';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

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
    /** The account link at which customers write to it; empty: its platform has none; null: not yet requested. */
    publicLink: text('public_link'),
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
    mutedFor: uuid('muted_for'),
    /** True if it may accept invitations to groups, which the owner decides. */
    joinsGroups: boolean('joins_groups').notNull().default(false),
    /** The platform's id of the app whose webhook delivers its messages; null: they arrive in another way. */
    appId: text('app_id'),
    /** True if the app is the owner's, with its secrets in the credentials; otherwise it is the installation's. */
    ownApp: boolean('own_app').notNull().default(false),
    /** The time at which its deletion was announced; valid until the account comes online or the setting changes. */
    purgeAnnouncedAt: moment('purge_announced_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export type SocialAccountRow = typeof socialAccounts.$inferSelect;

/** The lock kind that transactions of a social account's new people take in shared mode, and its moves exclusively. */
export const socialAccountLock = 'social account';

/**
 * True for an account that has been offline for more days than `afterDays`. For one that was never online, its
 * creation counts.
 *
 * @param account the name under which the row of `socialAccounts` is joined
 * @param afterDays the workspace's setting, `inactive_after_days`
 */
export const isInactiveAccount = (
  account: SQL,
  afterDays: SQL,
): SQL<boolean> => sql<boolean>`(${account}.state <> 'online'
  and coalesce(${account}.last_online_at, ${account}.created_at) < now() - make_interval(days => ${afterDays}))`;

export const quarantinedMessages = pgTable(
  'quarantined_messages',
  {
    workspaceId: workspaceId(),
    id: id(),
    socialAccountId: uuid('social_account_id').notNull(),
    deliveryId: text('delivery_id').notNull(),
    form: text('form').notNull(),
    payload: text('payload').notNull(),
    truncated: boolean('truncated').notNull().default(false),
    reason: text('reason').notNull(),
    attempts: integer('attempts').notNull().default(1),
    receivedAt: moment('received_at').notNull().defaultNow(),
    lastTriedAt: moment('last_tried_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export const serverProcesses = pgTable(
  'server_processes',
  {
    id: id(),
    startedAt: moment('started_at').notNull().defaultNow(),
    aliveUntil: moment('alive_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.id] })],
);
