/** Checks that an installation that has run every migration with full tables works with the newest code. */
import { readdir } from 'node:fs/promises';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../base/db/database.ts';
import { columnsOf, decodeRows } from '../base/db/decode-rows.ts';
import { schemaMigrations } from '../base/db/tables.ts';
import { migrateFull } from '../base/db/testing/full-database.ts';
import { type Column, readShape } from '../base/db/testing/schema-shape.ts';
import { type TestDatabase, testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const source = new URL('../', import.meta.url);
const tables: PgTable[] = [];
for (const path of await readdir(source, { recursive: true })) {
  if (path.endsWith('.test.ts') || !/^schema\/.+\.ts$|^base\/.+\/tables\.ts$/.test(path)) continue;
  const exported: Record<string, unknown> = await import(new URL(path, source).href);
  const declared = Object.values(exported).filter((one) => is(one, PgTable));
  tables.push(...declared.filter((table) => table !== schemaMigrations));
}

/** Kept for servers of the previous version, which still write to it during an upgrade. */
const retired = ['fan_days'];

const byName = <T extends { name: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.name.localeCompare(b.name));

let holder: TestDatabase;
let database: Database;
let columns: Column[];
beforeAll(async () => {
  holder = await testDatabase();
  expect(await migrateFull(holder.url)).toEqual([]);
  database = connectDatabase(holder.url, createLog('silent'));
  ({ columns } = await readShape(database.pool));
});
afterAll(async () => {
  await database.close();
  await holder.drop();
});

it('declares every table', () => {
  const names = tables.map(getTableName);
  expect([...names, ...retired].sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
});

describe.each(tables.map((table) => ({ name: getTableName(table), table })))('$name', ({ name, table }) => {
  const own = () => columns.filter((column) => column.table === name);

  it('has the declared columns', async () => {
    const declared = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType().replace(/^time$/, 'time without time zone'),
      nullable: !column.notNull,
    }));
    const real = own().map(({ name: column, type, nullable }) => ({ name: column, type, nullable }));
    // Statements name their columns, so the order in which migrations added them is irrelevant.
    expect(byName(declared)).toEqual(byName(real));
    expect(getTableConfig(table).schema).toBeUndefined();
  });

  it('leaves out of an insert only what the database fills in', () => {
    const optional = new Set(
      own()
        .filter((column) => column.optional)
        .map((column) => column.name),
    );
    const left = Object.values(getTableColumns(table)).filter(
      (column) => column.hasDefault || !column.notNull,
    );
    for (const column of left) expect(optional).toContain(column.name);
  });

  it('reads each column row by row', async () => {
    const rows = await database.db.select().from(table);
    expect(rows.length).toBeGreaterThan(1);
    const values = rows.flatMap((row) => Object.values<unknown>(row));
    const unread = values.filter((value) => Number.isNaN(value instanceof Date ? value.getTime() : value));
    expect(unread).toEqual([]);
    const { rows: raw } = await database.db.execute(sql`select ${columnsOf(table, 't')} from ${table} t`);
    expect(decodeRows(table, raw)).toEqual(rows);
  });
});

describe('a server on it', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ databaseUrl: holder.url });
  });
  afterAll(() => app.close());

  it('logs its people in, the disabled ones not', async () => {
    const password = 'Secret12';
    const logIn = (username: string) => app.call(identityApi.logIn, { body: { username, password } });
    const { accessToken } = await logIn('ana@example.com');
    const { list } = await app.call(subAccountsApi.subAccountPage, { query: {} }, accessToken);
    expect(list.map((one) => one.accountName).sort()).toEqual(['anafirst', 'anasecond']);
    await expect(logIn('bo@example.com')).rejects.toThrow();
  });

  it('shows the conversations, and continues them', async () => {
    const { accessToken } = await app.logInDesk('anafirst', 'Secret12');
    const conversationId = 'ac000000-0000-7000-8000-000000000001';
    const messages = async (id = conversationId) => {
      const request = { params: { conversationId: id }, query: {} };
      return (await app.call(conversationsApi.deskMessages, request, accessToken)).messages;
    };
    expect((await messages()).map(({ original, erased }) => (erased ? 'erased' : original))).toEqual([
      'erased',
      'sticker',
      'Good morning',
      '¡Buenos días! 🌞',
    ]);
    const kinds = ['image', 'audio', 'voice', 'video', 'file', 'sticker', 'contact', 'location'];
    const media = await messages('ac580000-0000-7000-8000-000000000001');
    expect(media.map(({ kind }) => kind)).toEqual(kinds);
    await until('what was queued to be sent', async () => (await messages())[3]?.delivery === 'sent' || null);
    expect(await app.call(subAccountsApi.deskSelf, {}, accessToken)).toMatchObject({ remaining: 4_888 });
  });
});
