import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { connectDatabase, type Database, transaction } from './database.ts';
import { connectionOf, createStatementNamer } from './preparing-client.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  // One connection, because prepared statements belong to it.
  database = connectDatabase(test.url, createLog('silent'), 1);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const timesTen = async (number: number) =>
  (await database.db.execute<{ ten: number }>(sql`select ${number}::int * 10 as ten`)).rows[0]?.ten;
const preparedLike = async (part: string) =>
  (await database.pool.query(`select name from pg_prepared_statements where statement like '%${part}%'`))
    .rows;

describe('a connection', () => {
  it('plans a frequent statement once, and returns the right rows for each set of values', async () => {
    expect(await timesTen(1)).toBe(10);
    expect(await preparedLike('* 10 as ten')).toEqual([]);
    const answers: unknown[] = [];
    for (let number = 2; number < 12; number += 1) answers.push(await timesTen(number));
    expect(answers).toEqual([20, 30, 40, 50, 60, 70, 80, 90, 100, 110]);
    expect(await preparedLike('* 10 as ten')).toHaveLength(1);
  });

  it('sends statements that begin together in one write', async () => {
    const client = await database.pool.connect();
    const { stream } = connectionOf(client);
    const write = vi.spyOn(stream, '_writev').mockName('writes of several pieces');
    const { bytesWritten } = stream;
    await Promise.all([client.query('select 1'), client.query('select 2'), client.query('select 3')]);
    client.release();
    expect(stream.bytesWritten).toBeGreaterThan(bytesWritten);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  it('continues after a frequent statement has failed, in a transaction too', async () => {
    const divide = (by: number) =>
      transaction(database, async (tx) => {
        const { rows } = await tx.db.execute<{ part: number }>(sql`select 60 / ${by}::int as part`);
        return rows[0]?.part;
      });
    for (const by of [1, 2, 3, 4]) expect(await divide(by)).toBe(60 / by);
    await expect(divide(0)).rejects.toThrow();
    expect(await divide(5)).toBe(12);
  });

  it('reports the refusal for each statement pipelined after it', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    const behind = ['select 1 / 0', 'select 1', 'select 2'].map((text) => client.query(text));
    const outcomes = await Promise.allSettled(behind);
    expect(outcomes).toMatchObject(outcomes.map(() => ({ status: 'rejected', reason: { code: '22012' } })));
    await client.query('rollback; begin');
    await expect(client.query(`select 'x'::int`)).rejects.toMatchObject({ code: '22P02' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '22P02' });
    await client.query('rollback');
    client.release();
  });

  it('follows a table that gets a column', async () => {
    await database.pool.query('create table growing (a int)');
    const read = async () => (await database.db.execute(sql`select a from growing where a = ${1}`)).rows;
    for (let time = 0; time < 5; time += 1) expect(await read()).toEqual([]);
    await database.pool.query('alter table growing add column b text not null default 1');
    await database.pool.query('insert into growing (a) values (1)');
    expect(await read()).toEqual([{ a: 1 }]);
  });
});

describe('names', () => {
  it('names each text that comes back, and keeps the name', () => {
    const nameOf = createStatementNamer();
    const names = ['a', 'b', 'a', 'a', 'b', 'b', 'a'].map(nameOf);
    expect(names).toEqual([undefined, undefined, undefined, 'parley_1', undefined, 'parley_2', 'parley_1']);
  });

  it('names no statement whose list is cut off', () => {
    const nameOf = createStatementNamer();
    const list = 'select a from b where c = $1 order by d LIMIT $2';
    expect([list, list, list, list].map(nameOf)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('limits the number of names, however many texts there are', () => {
    const nameOf = createStatementNamer();
    const texts = Array.from({ length: 1_000 }, (_, index) => `select ${index}`);
    for (let time = 0; time < 3; time += 1) for (const text of texts) nameOf(text);
    expect(new Set(texts.map(nameOf)).size).toBe(301);
  });
});
