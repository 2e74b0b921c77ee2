import * as supportApi from '@parley/contract/support';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let operator: string;
beforeAll(async () => {
  app = await startTestApp();
  operator = await app.operatorToken();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id } of await kept()) await remove(id);
});

const values = (over: Partial<supportApi.KeptContact> = {}) => ({
  kind: 'telegram' as const,
  name: 'Support',
  account: '@Parley_Help',
  path: 'https://t.me/parley_help',
  shown: true,
  position: 1,
  ...over,
});
const add = (over: Partial<supportApi.KeptContact> = {}) =>
  app.call(supportApi.addContact, { body: values(over) }, operator);
const change = (id: number, version: number, over: Partial<supportApi.KeptContact> = {}) =>
  app.call(supportApi.changeContact, { params: { id }, body: { ...values(over), version } }, operator);
const remove = (id: number) => app.call(supportApi.deleteContact, { params: { id } }, operator);
const kept = async () => (await app.call(supportApi.operatorContactList, {}, operator)).list;
const listed = async () => (await app.call(supportApi.contactList, {})).list;
const get = (id: number) => app.call(supportApi.getContact, { query: { id } });
const check = (account: string, kind?: supportApi.ContactKind) =>
  app.call(supportApi.checkContact, { query: { account, ...(kind ? { kind } : {}) } });
const missing = { status: 404, error: 'resource.not-found' };
const taken = { status: 409, error: 'support.already-added' };

describe('the contact that clients show initially', () => {
  const empty = { id: 2, kind: 'online', name: '', account: '', path: '' };

  it('the contact that clients show initially exists from the first start, empty, and in no list', async () => {
    expect(await get(2)).toEqual(empty);
    expect(await listed()).toEqual([]);
    expect((await kept()).map(({ id }) => id)).toEqual([2]);
  });

  it('the contact that clients show initially is filled by the operator, emptied instead of deleted, and filled again', async () => {
    for (let n = 0; n < 2; n += 1) {
      const { version } = (await kept())[0] ?? { version: -1 };
      const filled = { kind: 'online', name: 'Chat', account: '', path: 'https://chat.example.com' } as const;
      await change(2, version, filled);
      expect(await get(2)).toEqual({ id: 2, ...filled });
      expect(await listed()).toEqual([{ id: 2, ...filled }]);
      expect(await check('chat.example.com')).toMatchObject({ official: true });
      await remove(2);
      expect(await get(2)).toEqual(empty);
      expect(await check('chat.example.com')).toEqual({ official: false, contact: null });
    }
  });

  it('keeps its number, while others get new numbers', async () => {
    const { id } = await add();
    expect(id).toBeGreaterThan(2);
  });
});

describe('the list', () => {
  it('the list is in the operator’s order, without hidden contacts', async () => {
    await add({ name: 'Third', account: 'c', path: '', position: 3 });
    await add({ name: 'First', account: 'a', path: '', position: 0 });
    await add({ name: 'Hidden', account: 'b', path: '', position: 1, shown: false });
    expect((await listed()).map(({ name }) => name)).toEqual(['First', 'Third']);
    expect((await kept()).map(({ name }) => name)).toEqual(['', 'First', 'Hidden', 'Third']);
  });

  it('doesn’t reveal how a contact is stored', async () => {
    const { id } = await add();
    const shown = {
      id,
      kind: 'telegram',
      name: 'Support',
      account: '@Parley_Help',
      path: 'https://t.me/parley_help',
    };
    expect(await listed()).toEqual([shown]);
    expect(await get(id)).toEqual(shown);
  });

  it('returns no contact that is hidden, deleted or never existed', async () => {
    const { id } = await add({ shown: false });
    await expect(get(id)).rejects.toMatchObject(missing);
    await remove(id);
    await expect(get(id)).rejects.toMatchObject(missing);
    await expect(get(2_147_483_647)).rejects.toMatchObject(missing);
  });

  it.each(['0', '-1', '1.5', '2147483648', 'x', ''])('accepts no number like "%s"', async (id) => {
    expect((await app.send(supportApi.getContact, { query: { id } })).status).toBe(400);
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
    ]) {
      expect(await check(text), text).toMatchObject({ official: true, contact: { id, kind: 'telegram' } });
    }
    for (const text of ['85255550100', '00852-5555-0100', 'https://wa.me/85255550100']) {
      expect(await check(text), text).toMatchObject({
        official: true,
        contact: { name: 'Ana', kind: 'whatsapp' },
      });
    }
  });

  it('recognizes a hidden contact', async () => {
    await add({ shown: false });
    expect((await check('parley_help')).official).toBe(true);
  });

  it('recognizes an account by its address alone', async () => {
    await add({ account: '' });
    expect((await check('@parley_help')).official).toBe(true);
  });

  it('answers for an unknown account in the same shape, with nothing in it', async () => {
    await add();
    for (const text of [
      'parley_help_',
      'parley.help',
      'pаrley_help',
      '%',
      '_',
      '%parley%',
      '@',
      "' or ''='",
    ]) {
      expect(await check(text), text).toEqual({ official: false, contact: null });
    }
  });

  it('distinguishes apps: an official name on one isn’t official on another', async () => {
    await add();
    expect((await check('parley_help', 'telegram')).official).toBe(true);
    expect((await check('parley_help', 'wechat')).official).toBe(false);
    expect((await check('https://line.me/ti/p/~parley_help')).official).toBe(false);
    expect((await check('t.me/parley_help', 'whatsapp')).official).toBe(false);
  });

  it('forgets changed or deleted accounts', async () => {
    const { id, version } = await add();
    await change(id, version, { account: '@other', path: '' });
    expect((await check('parley_help')).official).toBe(false);
    expect((await check('other')).official).toBe(true);
    await remove(id);
    expect((await check('other')).official).toBe(false);
  });

  it.each([[''], ['   '], ['x'.repeat(101)]])('requires an account: "%s"', async (account) => {
    const answer = await app.send(supportApi.checkContact, { query: { account } });
    expect(answer).toMatchObject({
      status: 400,
      body: { data: { fields: { account: expect.any(String) } } },
    });
  });
});

it('checks are limited to twenty a minute from one address', async () => {
  const limited = await startTestApp({ config: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const query = { account: 'parley' };
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      statuses.push((await limited.send(supportApi.checkContact, { query })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  } finally {
    await limited.close();
  }
});

describe('the operator', () => {
  it('adds one account of one app once, in any spelling', async () => {
    const { id, version } = await add();
    await expect(add({ account: 'PARLEY_HELP', path: '' })).rejects.toMatchObject(taken);
    await expect(add({ account: '', path: 'http://telegram.dog/parley_help' })).rejects.toMatchObject(taken);
    const other = await add({ kind: 'line', account: 'parley_help', path: '' });
    await expect(change(other.id, other.version)).rejects.toMatchObject(taken);
    expect(await kept()).toHaveLength(3);
    // Its own account doesn't count as taken.
    expect(await change(id, version, { name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      version: version + 1,
    });
  });

  it('adds only one of two equal contacts concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => app.send(supportApi.addContact, { body: values() }, operator)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await kept()).toHaveLength(2);
  });

  it('refuses stale changes, and changes of deleted contacts', async () => {
    const { id, version } = await add();
    await change(id, version);
    await expect(change(id, version)).rejects.toMatchObject({ status: 409, error: 'resource.stale' });
    await remove(id);
    await expect(change(id, version + 1)).rejects.toMatchObject(missing);
    await expect(remove(id)).rejects.toMatchObject(missing);
  });

  it.each([
    ['no way to reach it', { account: ' ', path: '' }, 'account'],
    ['no name', { name: ' ' }, 'name'],
    ['a path that runs something', { path: 'javascript:alert(1)' }, 'path'],
    ['a path that carries a page', { path: 'data:text/html,x' }, 'path'],
    ['a path of this machine', { path: 'file:///etc/passwd' }, 'path'],
    ['a path that is no address', { path: 't.me/x' }, 'path'],
    ['an unknown kind', { kind: 'pigeon' }, 'kind'],
    ['an account that reads otherwise than it is', { account: 'a\u202eb' }, 'account'],
    ['a place before the first', { position: -1 }, 'position'],
  ])('refuses the operator a contact with %s', async (_, over, field) => {
    const answer = await app.send(supportApi.addContact, { body: { ...values(), ...over } }, operator);
    expect(answer).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
    expect(Object.keys(Object(answer.body.data).fields)).toContain(field);
  });

  it('accepts a mail address', async () => {
    const mail = { kind: 'email', account: 'help@example.com', path: 'mailto:help@example.com' } as const;
    await add(mail);
    expect((await check('HELP@example.com')).official).toBe(true);
  });
});
