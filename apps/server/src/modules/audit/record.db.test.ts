import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { type RequestOrigin, systemOrigin } from '../../base/http/origin.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { type AuditRecord, record, recordHourly, recordRefusal } from './index.ts';

let own: TestDatabase;
let database: Database;
const workspaceId = trustWorkspaceId(newId());
const ownerId = newId();
const proxyId = newId();

beforeAll(async () => {
  own = await testDatabase();
  database = connectDatabase(own.url, createLog('silent'));
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  await database.db.execute(sql`insert into users (id, kind, workspace_id, email, password_hash)
    values (${ownerId}, 'owner', ${workspaceId}, 'owner@example.com', 'x')`);
  await database.db.execute(sql`insert into proxies (workspace_id, id, name, network_protocol, host, port, user_name, password, range)
    values (${workspaceId}, ${proxyId}, 'Berlin', 'http', '192.0.2.1', 8080, '', '', 'all')`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const owner: RequestOrigin = {
  actor: { kind: 'owner', id: ownerId, workspaceId },
  address: '203.0.113.7',
  userAgent: 'Browser',
  tenantId: null,
};
const anonymous = (address: string): RequestOrigin => ({
  ...owner,
  address,
  actor: { kind: 'anonymous', id: null, workspaceId: null },
});

const write = (origin: RequestOrigin, ...entries: AuditRecord[]) =>
  transaction(database, (tx) => record(tx, origin, ...entries));

async function rows(where = sql`true`) {
  const { rows } = await database.db.execute<Record<string, unknown>>(
    sql`select * from audit_entries where ${where} order by created_at, id`,
  );
  return rows;
}

/** Empties the log before each test, which is only possible by dropping whole partitions. */
beforeEach(async () => {
  await database.db.execute(sql`select audit_drop_partitions('9999-01-01')`);
  await database.db.execute(sql`select audit_make_partitions((now() at time zone 'UTC')::date, 2)`);
});

describe('an audit entry', () => {
  it('contains actor, workspace, object and place, with the names of that time', async () => {
    await write(owner, { action: 'proxy.changed', object: { kind: 'proxy', id: proxyId } });
    await write(owner, { action: 'proxy.imported', details: { count: 3 } });
    expect(await rows()).toMatchObject([
      {
        action: 'proxy.changed',
        workspace_id: workspaceId,
        actor_kind: 'owner',
        actor_id: ownerId,
        actor_name: 'owner@example.com',
        object_kind: 'proxy',
        object_id: proxyId,
        object_name: 'Berlin',
        address: '203.0.113.7',
        user_agent: 'Browser',
        details: {},
      },
      { action: 'proxy.imported', object_kind: null, object_name: '', details: { count: 3 } },
    ]);
  });

  it('exists exactly if the transaction of its act commits', async () => {
    const failing = transaction(database, async (tx) => {
      await record(tx, owner, { action: 'profile.changed' });
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    expect(await rows()).toEqual([]);
  });

  it('keeps as much as possible of texts that PostgreSQL can’t store', async () => {
    await write(owner, {
      action: 'profile.changed',
      object: { kind: 'settings', id: null, name: 'a\0b\ud800' },
      details: { text: 'c\0d' },
    });
    expect(await rows()).toMatchObject([{ object_name: 'a\ufffdb\ufffd', details: { text: 'c\ufffdd' } }]);
  });

  it('an audit entry of the system has neither an address nor an actor’s name', async () => {
    await write(systemOrigin, {
      action: 'owner.disabled',
      object: { kind: 'owner', id: ownerId },
      workspaceId,
    });
    expect(await rows()).toMatchObject([
      { actor_kind: 'system', actor_name: '', address: null, object_name: 'owner@example.com' },
    ]);
  });

  it.each(['password', 'newPassword', 'accessToken', 'secret', 'code', 'credentials', 'recoveryCodes'])(
    'refuses a detail named %s',
    async (key) => {
      await expect(write(owner, { action: 'password.changed', details: { [key]: 'x' } })).rejects.toThrow(
        key,
      );
    },
  );

  it.each([
    ['changed', sql`update audit_entries set action = 'x'`],
    ['deleted', sql`delete from audit_entries`],
    ['truncated', sql`truncate audit_entries`],
  ])('an audit entry is never %s', async (_, statement) => {
    await write(owner, { action: 'profile.changed' });
    const before = await rows();
    await expect(database.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'entries of the audit log are never changed or deleted' },
    });
    expect(await rows()).toEqual(before);
  });

  it('an audit entry is never truncated in its partition', async () => {
    await write(owner, { action: 'profile.changed' });
    const [entry] = await database.db
      .execute<{ name: string }>(sql`select tableoid::regclass::text as name from audit_entries`)
      .then(({ rows }) => rows);
    await expect(database.db.execute(sql`truncate ${sql.identifier(entry?.name ?? '')}`)).rejects.toThrow();
  });
});

describe('repetitive acts', () => {
  it('records a repetitive act once an hour per actor and object, even if concurrent', async () => {
    const read = (id: string) =>
      recordHourly(database, owner, { action: 'chat-history.read', object: { kind: 'conversation', id } });
    const [one, other] = [newId(), newId()];
    await Promise.all([read(one), read(one), read(one), read(other)]);
    await read(one);
    expect((await rows()).map((row) => row.object_id).sort()).toEqual([one, other].sort());
  });
});

describe('refused logins', () => {
  const unknown: AuditRecord = { action: 'login.refused', details: { reason: 'identity.wrong-credentials' } };
  const known: AuditRecord = { ...unknown, object: { kind: 'owner', id: ownerId }, workspaceId };

  it('records twenty refusals an hour from one network, and states the limit in the last one', async () => {
    for (let n = 0; n < 25; n += 1) await recordRefusal(database, anonymous(`2001:db8::${n}`), unknown);
    const all = await rows();
    expect(all).toHaveLength(20);
    expect(all.map(({ details }) => details).slice(-2)).toEqual([
      { reason: 'identity.wrong-credentials' },
      { reason: 'identity.wrong-credentials', limitReached: true },
    ]);
    await recordRefusal(database, anonymous('2001:db8:0:1::1'), unknown);
    expect(await rows()).toHaveLength(21);
  });

  it('refused logins of one owner are recorded after many others from the same address', async () => {
    for (let n = 0; n < 25; n += 1) await recordRefusal(database, anonymous('203.0.113.9'), unknown);
    for (let n = 0; n < 25; n += 1) await recordRefusal(database, anonymous('203.0.113.9'), known);
    expect(await rows(sql`workspace_id = ${workspaceId}`)).toHaveLength(20);
    expect(await rows()).toHaveLength(40);
  });

  it('refused logins of one owner are recorded fifty times an hour, from any number of addresses', async () => {
    for (let n = 0; n < 60; n += 1) await recordRefusal(database, anonymous(`198.51.100.${n}`), known);
    expect(await rows(sql`workspace_id = ${workspaceId}`)).toHaveLength(50);
  });
});

describe('partitions', () => {
  const names = async () =>
    (
      await database.db.execute<{ name: string }>(
        sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass order by 1`,
      )
    ).rows.map(({ name }) => name);

  it('creates partitions once for several processes, and drops those that are entirely past', async () => {
    const make = () => database.db.execute(sql`select audit_make_partitions('2020-01-31', 3)`);
    await Promise.all([make(), make()]);
    expect((await names()).slice(0, 3)).toEqual([
      'audit_entries_2020_01',
      'audit_entries_2020_02',
      'audit_entries_2020_03',
    ]);
    const { rows } = await database.db.execute(
      sql`select audit_drop_partitions('2020-03-01T00:00:00Z') as name`,
    );
    expect(rows).toEqual([{ name: 'audit_entries_2020_01' }, { name: 'audit_entries_2020_02' }]);
    expect((await names())[0]).toBe('audit_entries_2020_03');
  });
});
