import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasePid, query, startHolder, stopLeftover } from '@parley/embedded-postgres/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeLeftovers } from './global-setup.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

it('a test database is migrated and belongs to a role that is no superuser', async () => {
  expect(await query(database.url, 'select name from schema_migrations order by name limit 1')).toEqual([
    { name: expect.stringMatching(/^0010-/) },
  ]);
  const [role] = await query(
    database.url,
    `select current_user as name, current_setting('is_superuser') as super`,
  );
  expect(role).toEqual({ name: 'parley', super: 'off' });
  await query(database.url, 'create extension pg_trgm');
});

it('shares nothing with another one that is created while this one is in use', async () => {
  await query(database.url, 'create table mine (id int)');
  const other = await testDatabase();
  await expect(query(other.url, 'select * from mine')).rejects.toThrow('does not exist');
  await other.drop();
  await expect(query(other.url, 'select 1')).rejects.toThrow('does not exist');
});

it('creates many databases at the same time', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => testDatabase()));
  for (const one of many)
    expect(await query(one.url, 'select count(*)::int as n from mails')).toEqual([{ n: 0 }]);
  await Promise.all(many.map((one) => one.drop()));
});

it('a test database of a killed run is removed by the next one, and left alone while its run lives', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-leftovers-'));
  await chmod(folder, 0o755);
  const living = join(folder, `parley-test-run-${process.pid}-a`);
  await mkdir(living);
  const killed = await startHolder(join(folder, 'killed'));
  await killed.end('SIGKILL');
  try {
    const abandoned = join(folder, `parley-test-run-${killed.child.pid}-b`);
    await rename(join(folder, 'killed'), abandoned);
    expect(await databasePid(abandoned)).not.toBeNull();
    await removeLeftovers(folder);
    expect(await readdir(folder)).toEqual([`parley-test-run-${process.pid}-a`]);
  } finally {
    await stopLeftover(join(folder, 'killed'));
    await rm(folder, { recursive: true, force: true });
  }
});
