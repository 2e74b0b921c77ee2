import { type SQL, sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, createdAt, id, moment, workspaceId } from '../base/db/columns.ts';

export const proxies = pgTable(
  'proxies',
  {
    workspaceId: workspaceId(),
    id: id(),
    name: text('name').notNull(),
    networkProtocol: text('network_protocol').$type<'http' | 'https' | 'socks5'>().notNull(),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    proxyUserName: text('user_name').notNull(),
    password: text('password').notNull(),
    range: text('range').$type<'all' | 'some'>().notNull(),
    status: text('status').$type<'untested' | 'working' | 'failing'>().notNull().default('untested'),
    latency: integer('latency'),
    region: text('region'),
    exitAddress: text('exit_address'),
    problem: text('problem'),
    testedAt: moment('tested_at'),
    wayVersion: integer('way_version').notNull().default(1),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

export type ProxyRow = typeof proxies.$inferSelect;

export const proxySubAccounts = pgTable(
  'proxy_sub_accounts',
  {
    workspaceId: workspaceId(),
    proxyId: uuid('proxy_id').notNull(),
    subAccountId: uuid('sub_account_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.proxyId, table.subAccountId] })],
);

export const proxyPoints = pgTable(
  'proxy_points',
  { workspaceId: workspaceId(), point: count('point').notNull(), proxyId: uuid('proxy_id').notNull() },
  (table) => [primaryKey({ columns: [table.workspaceId, table.point, table.proxyId] })],
);

/**
 * Returns the position of a text on the hash ring, from 0 to 2^60 - 1: of a social account's id, or of one of a
 * proxy's points. `proxy_points` and an index of `social_accounts` store it, so the function must never change.
 */
export const ringPoint = (text: SQL): SQL => sql`ring_point(${text})`;

/** The columns of a social account that determine its proxy, as SQL. */
export type ProxiedAccount = Record<'workspaceId' | 'id' | 'subAccountId' | 'proxyMode' | 'proxyId', SQL>;

/** Returns the columns of `social_accounts` under this alias. */
export function proxiedAccount(alias: 'a'): ProxiedAccount {
  const column = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
  return {
    workspaceId: column('workspace_id'),
    id: column('id'),
    subAccountId: column('sub_account_id'),
    proxyMode: column('proxy_mode'),
    proxyId: column('proxy_id'),
  };
}

/**
 * The single rule of which proxy a social account uses, to be cross-joined: always one row with the column
 * `proxy_id`, null for none. A chosen proxy that was deleted, or no longer applies to the sub-account, counts as
 * none. In `auto`, a proxy that names the sub-account takes precedence over those for all; among several, a digest of
 * both ids decides. A database function implements it, because lists of a million accounts are joined with it.
 */
export const proxyOf = (
  account: ProxiedAccount,
): SQL => sql`lateral proxy_of(${account.workspaceId}, ${account.id},
  ${account.subAccountId}, ${account.proxyMode}, ${account.proxyId})`;
