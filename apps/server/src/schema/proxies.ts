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
