import type { FanNames, ShareAccess } from '@parley/contract/work-order-shares';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, workspaceId } from '../base/db/columns.ts';
import type { StoredShareStatus } from '../base/share-links/policy.ts';
import { fanVerdicts } from './fans.ts';

export const workOrderShares = pgTable(
  'work_order_shares',
  {
    workspaceId: workspaceId(),
    id: id(),
    title: text('title').notNull(),
    tokenHash: text('token_hash').notNull(),
    sealedToken: text('sealed_token').notNull(),
    access: text('access').$type<ShareAccess>().notNull(),
    fanNames: text('fan_names').$type<FanNames>().notNull(),
    /** True if the page shows the conversations with the fans that the work orders have counted. */
    chatHistory: boolean('chat_history').notNull().default(false),
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

export const workOrderShareOrders = pgTable(
  'work_order_share_orders',
  {
    workspaceId: workspaceId(),
    shareId: uuid('share_id').notNull(),
    workOrderId: uuid('work_order_id').notNull(),
    place: integer('place').notNull(),
    /** Null: all accounts of the work order. */
    socialAccountIds: uuid('social_account_ids').array(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.shareId, table.workOrderId] })],
);

export const workOrderSharePasswords = pgTable(
  'work_order_share_passwords',
  {
    workspaceId: workspaceId(),
    workOrderId: uuid('work_order_id').notNull(),
    sealed: text('sealed').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.workOrderId] })],
);

export const workOrderShareGuesses = pgTable(
  'work_order_share_guesses',
  {
    workspaceId: workspaceId(),
    workOrderId: uuid('work_order_id').notNull(),
    addressHash: text('address_hash').notNull(),
    tries: integer('tries').notNull(),
    since: moment('since').notNull(),
    lockedUntil: moment('locked_until'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.workOrderId, table.addressHash] })],
);

export const snapshotKeys = pgTable('snapshot_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealedPrivateKey: text('sealed_private_key'),
  createdAt: moment('created_at').notNull(),
  replacedAt: moment('replaced_at'),
});

export const workOrderSnapshots = pgTable(
  'work_order_snapshots',
  {
    workspaceId: workspaceId(),
    workOrderId: uuid('work_order_id').notNull(),
    number: integer('number').notNull(),
    day: date('day').notNull(),
    content: text('content').notNull(),
    hash: text('hash').notNull(),
    keyId: text('key_id').notNull(),
    signature: text('signature').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.workOrderId, table.number] })],
);

type VerdictsOfDay = { workspaceId: SQL; workOrderId: SQL; day: SQL; startsAt: SQL; endsAt: SQL };

/** Selects what is signed of a closed day's verdicts: their `count`, and the `text` of which the digest is made. */
export const signedVerdicts = ({ workspaceId, workOrderId, day, startsAt, endsAt }: VerdictsOfDay): SQL =>
  // The time range around the day enables the index; `order_day` decides.
  sql`
    select count(*)::int as count,
      coalesce(string_agg(v.id || ' ' || v.verdict, E'\\n' order by v.id), '') as text
    from ${fanVerdicts} v
    where v.workspace_id = ${workspaceId} and v.work_order_id = ${workOrderId} and v.order_day = ${day}
      and v.decided_at between ${startsAt} - interval '1 hour' and ${endsAt} + interval '1 day'`;
