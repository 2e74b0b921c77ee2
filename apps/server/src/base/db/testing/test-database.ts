import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  /** As the role that a server uses: the database's owner, no superuser. */
  readonly url: string;
  /** Removes the database; connections that are still open are cut. */
  drop(): Promise<void>;
};

/**
 * A migrated, empty database for one test file: call it in `beforeAll`, and `drop` in `afterAll`. It is a copy
 * of the run's template, so making one takes milliseconds.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('testDatabaseUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Measured on two cores: 20 ms, against 90 ms of the default wal_log. Its checkpoints cost nothing without fsync.
  await asAdmin(adminUrl, `create database ${name} template parley owner parley strategy file_copy`);
  const url = new URL(adminUrl);
  url.username = 'parley';
  url.pathname = name;
  return { url: url.href, drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`) };
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
