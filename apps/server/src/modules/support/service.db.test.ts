/** Official contacts in a real database: the operator’s list, and the check by which people recognize them. */
import { type ContactKind, contactSort } from '@parley/contract/support';
import { ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../base/http/origin.ts';
import { createLog } from '../../base/log.ts';
import { type ContactRow, officialContacts } from '../../schema/support.ts';
import { sorted, sortsOf } from '../../testing/sorted.ts';
import * as service from './service.ts';
import { type ContactValues, readContacts, readShownContacts } from './store.ts';

let place: TestDatabase;
let database: Database;
beforeAll(async () => {
  place = await testDatabase();
  database = connectDatabase(place.url, createLog('silent'), 6);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});
beforeEach(async () => {
  await database.db.delete(officialContacts).where(ne(officialContacts.id, 2));
});

const values = (over: Partial<ContactValues> = {}): ContactValues => ({
  kind: 'telegram',
  name: 'Support',
  account: '@Parley_Help',
  path: 'https://t.me/parley_help',
  shown: true,
  position: 1,
  ...over,
});
const add = (over: Partial<ContactValues> = {}) => service.addContact(database, values(over), systemOrigin);
const change = (id: number, version: number, over: Partial<ContactValues> = {}) =>
  service.changeContact(database, id, { ...values(over), version }, systemOrigin);
const remove = (id: number) => service.deleteContact(database, id, systemOrigin);
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const check = (account: string, kind: ContactKind | null = null) =>
  service.officialContact(database, account, kind);
const isOfficial = async (account: string, kind: ContactKind | null = null) =>
  (await check(account, kind)) !== null;
const missing = { error: 'resource.not-found' };
const taken = { error: 'support.already-added' };

describe('the contact that clients show initially', () => {
  const empty = { id: 2, kind: 'online', name: '', account: '', path: '' };

  it('exists from the first start, empty, and in no list', async () => {
    expect(await service.readShownContact(database, 2)).toMatchObject(empty);
    expect(await service.startContact(database)).toBeNull();
    expect(await readShownContacts(database)).toEqual([]);
    expect((await readContacts(database, 'position.asc')).map(({ id }) => id)).toEqual([2]);
  });

  it('empties instead of being deleted, and takes what the operator enters', async () => {
    for (let n = 0; n < 2; n += 1) {
      const { version } = await service.readShownContact(database, 2);
      const filled = { kind: 'online', name: 'Chat', account: '', path: 'https://chat.example.com' } as const;
      await change(2, version, filled);
      expect(await readShownContacts(database)).toMatchObject([{ id: 2, ...filled }]);
      expect(await service.startContact(database)).toEqual({ account: '', path: filled.path });
      expect(await isOfficial('chat.example.com')).toBe(true);
      await remove(2);
      expect(await service.readShownContact(database, 2)).toMatchObject(empty);
      expect(await isOfficial('chat.example.com')).toBe(false);
    }
  });

  it('keeps its number, while others get new numbers', async () => {
    expect((await add()).id).toBeGreaterThan(2);
  });
});

describe('the list', () => {
  it('has the operator’s order, without hidden contacts', async () => {
    await add({ name: 'Third', account: 'c', path: '', position: 3 });
    await add({ name: 'First', account: 'a', path: '', position: 0 });
    await add({ name: 'Hidden', account: 'b', path: '', position: 1, shown: false });
    expect(names(await readShownContacts(database))).toEqual(['First', 'Third']);
    expect(names(await readContacts(database, 'position.asc'))).toEqual(['', 'First', 'Hidden', 'Third']);
  });

  it('returns no contact that is hidden, deleted or never existed', async () => {
    const { id } = await add({ shown: false });
    const get = (wanted: number) => service.readShownContact(database, wanted);
    await expect(get(id)).rejects.toMatchObject(missing);
    await remove(id);
    await expect(get(id)).rejects.toMatchObject(missing);
    await expect(get(2_147_483_647)).rejects.toMatchObject(missing);
  });
});

describe('the anti-fraud check', () => {
  it('recognizes official accounts in any spelling, and names the app', async () => {
    const { id } = await add();
    await add({ kind: 'whatsapp', name: 'Ana', account: '+852 5555 0100', path: '', position: 2 });
    for (const text of [
      'parley_help',
      '@PARLEY_HELP',
      't.me/parley_help',
      'https://telegram.me/Parley_Help?x=1',
    ])
      expect(await check(text), text).toMatchObject({ id, kind: 'telegram' });
    for (const text of ['85255550100', '00852-5555-0100', 'https://wa.me/85255550100'])
      expect(await check(text), text).toMatchObject({ name: 'Ana', kind: 'whatsapp' });
  });

  it('recognizes a hidden contact', async () => {
    await add({ shown: false });
    expect(await isOfficial('parley_help')).toBe(true);
  });

  it('recognizes an account by its address alone', async () => {
    await add({ account: '' });
    expect(await isOfficial('@parley_help')).toBe(true);
  });

  it('recognizes a mail address in any case', async () => {
    await add({ kind: 'email', account: 'help@example.com', path: 'mailto:help@example.com' });
    expect(await isOfficial('HELP@example.com')).toBe(true);
  });

  it.each(['parley_help_', 'parley.help', 'pаrley_help', '%', '_', '%parley%', '@', "' or ''='"])(
    'recognizes no account in "%s"',
    async (text) => {
      await add();
      expect(await check(text)).toBeNull();
    },
  );

  it('distinguishes apps: an official name on one isn’t official on another', async () => {
    await add();
    expect(await isOfficial('parley_help', 'telegram')).toBe(true);
    expect(await isOfficial('parley_help', 'wechat')).toBe(false);
    expect(await isOfficial('https://line.me/ti/p/~parley_help')).toBe(false);
    expect(await isOfficial('t.me/parley_help', 'whatsapp')).toBe(false);
  });

  it('forgets changed or deleted accounts', async () => {
    const { id, version } = await add();
    await change(id, version, { account: '@other', path: '' });
    expect([await isOfficial('parley_help'), await isOfficial('other')]).toEqual([false, true]);
    await remove(id);
    expect(await isOfficial('other')).toBe(false);
  });
});

describe('the operator', () => {
  it('adds one account of one app once, in any spelling', async () => {
    const { id, version } = await add();
    await expect(add({ account: 'PARLEY_HELP', path: '' })).rejects.toMatchObject(taken);
    await expect(add({ account: '', path: 'http://telegram.dog/parley_help' })).rejects.toMatchObject(taken);
    const other = await add({ kind: 'line', account: 'parley_help', path: '' });
    await expect(change(other.id, other.version)).rejects.toMatchObject(taken);
    expect(await readContacts(database, 'position.asc')).toHaveLength(3);
    // Its own account doesn't count as taken.
    const renamed = { name: 'Renamed', version: version + 1 };
    expect(await change(id, version, { name: 'Renamed' })).toMatchObject(renamed);
  });

  it('adds only one of two equal contacts concurrently', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => add()));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual(Array(3).fill(expect.objectContaining(taken)));
    expect(await readContacts(database, 'position.asc')).toHaveLength(2);
  });

  it('refuses stale changes, and changes of deleted contacts', async () => {
    const { id, version } = await add();
    await change(id, version);
    await expect(change(id, version)).rejects.toMatchObject({ error: 'resource.stale' });
    await remove(id);
    await expect(change(id, version + 1)).rejects.toMatchObject(missing);
    await expect(remove(id)).rejects.toMatchObject(missing);
  });
});

const columns: Record<string, (row: ContactRow) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  account: (row) => row.account.toLowerCase(),
  position: (row) => row.position,
};

describe.each(sortsOf(columns, contactSort))('contacts by %s', (sort, keyOf) => {
  it('lists all of them in order, equal ones by id', async () => {
    for (const [n, name] of ['Zoe', 'anna', 'Anna', 'Zoe'].entries()) {
      await add({ name, account: `@${n % 2 === 0 ? 'C' : 'b'}${n}`, path: '', position: n % 2 });
    }
    const listed = await readContacts(database, sort);
    expect(listed).toHaveLength(5);
    expect(new Set(listed.map(keyOf)).size).toBeGreaterThan(1);
    expect(listed.map(({ id }) => id)).toEqual(sorted(listed, sort, keyOf));
  });
});
