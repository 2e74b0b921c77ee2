/** Templates fetched from a platform, as they are stored, listed and offered, in a real database. */
import { messageTemplateLimits } from '@parley/contract/message-templates';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createLog } from '../../base/log.ts';
import { workspaces } from '../../schema/workspaces.ts';
import type { ListedTemplate } from './accepted-templates.ts';
import { accountExists, findApproved, readFetch, readForDesk, readPage } from './queries.ts';
import { deleteTemplates, storeFetched, storeProblem } from './store.ts';

let place: TestDatabase;
let database: Database;
let account: { workspaceId: ReturnType<typeof trustWorkspaceId>; id: string };
beforeAll(async () => {
  place = await testDatabase();
  database = connectDatabase(place.url, createLog('silent'), 4);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});
beforeEach(async () => {
  account = { workspaceId: trustWorkspaceId(newId()), id: newId() };
  await database.db.insert(workspaces).values({ id: account.workspaceId });
});

const template = (id: string, given: Partial<ListedTemplate> = {}): ListedTemplate => ({
  id,
  name: id,
  language: 'es',
  category: 'utility',
  state: 'approved',
  header: null,
  body: 'El coche rojo, {{1}}',
  footer: null,
  buttons: ['Ver'],
  ...given,
});
const store = (kept: ListedTemplate[], at = 1_000, leftOut = 0) =>
  transaction(database, (tx) => storeFetched(tx, account, { kept, leftOut }, new Date(at)));
const firstPage = { pageNo: 1, pageSize: 50 };
const listed = (
  query: { state?: ListedTemplate['state']; search?: string } = {},
  { workspaceId, id } = account,
) => readPage(database, workspaceId, { ...firstPage, socialAccountId: id, ...query });
const fetched = () => readFetch(database, account.workspaceId, account.id);
type Query = Partial<Parameters<typeof readForDesk>[2]>;
const offered = (query: Query = {}) =>
  readForDesk(database, account.workspaceId, {
    ...firstPage,
    socialAccountId: account.id,
    language: 'es',
    ...query,
  });
const names = ({ list }: { list: readonly { name: string }[] }) => list.map(({ name }) => name);

it('follows the platform: changed, marked as removed, and restored', async () => {
  await store([template('a'), template('b', { state: 'pending' })]);
  const [a] = (await listed()).list;
  await store([template('b'), template('c')], 2_000, 3);
  const second = await listed();
  expect(names(second)).toEqual(['b', 'c', 'a']);
  expect(second.list.map(({ state, removedAt }) => [state, removedAt])).toEqual([
    ['approved', null],
    ['approved', null],
    ['approved', new Date(2_000)],
  ]);
  expect(await fetched()).toEqual({ fetchedAt: 2_000, problem: null, leftOut: 3 });
  await store([template('a', { body: 'Otra' })], 3_000);
  expect((await listed()).list[0]).toMatchObject({ id: a?.id, body: 'Otra', removedAt: null });
});

it('keeps the later of two fetches, and everything after a failed one', async () => {
  expect(await fetched()).toEqual({ fetchedAt: null, problem: null, leftOut: 0 });
  expect(await store([template('new')], 2_000)).toBe(true);
  expect(await store([template('old')], 1_000)).toBe(false);
  await transaction(database, (tx) => storeProblem(tx, account, 'platform-silent'));
  expect((await listed()).list).toMatchObject([{ name: 'new', removedAt: null }]);
  expect(await fetched()).toMatchObject({ fetchedAt: 2_000, problem: 'platform-silent' });
  await store([], 4_000);
  expect((await fetched()).problem).toBeNull();
});

it('offers the approved ones, those in the customer’s language first, and finds them by their text', async () => {
  await store([
    template('a', { language: 'en_US', body: 'The car' }),
    template('b', { language: 'es_MX' }),
    template('c', { state: 'rejected' }),
    template('d', { state: 'pending' }),
  ]);
  expect(names(await offered())).toEqual(['b', 'a']);
  expect(names(await offered({ language: 'en-GB' }))).toEqual(['a', 'b']);
  expect(names(await offered({ language: null }))).toEqual(['a', 'b']);
  const found = await offered({ search: 'THE c', pageSize: 1 });
  expect([found.total, names(found)]).toEqual([1, ['a']]);
  expect(names(await listed({ state: 'rejected' }))).toEqual(['c']);
});

it('lets only approved templates of the account be sent, until they are removed', async () => {
  await store([template('a'), template('b', { state: 'rejected' })]);
  const { list } = await listed();
  const [a, b] = ['a', 'b'].map((name) => list.find((one) => one.name === name)?.id ?? '');
  const find = async (id = '', { workspaceId, id: socialAccountId } = account) =>
    (await findApproved(database, workspaceId, socialAccountId, id))?.name ?? null;
  expect([await find(a), await find(b), await find(newId())]).toEqual(['a', null, null]);
  expect(await find(a, { ...account, id: newId() })).toBeNull();
  expect(await find(a, { ...account, workspaceId: trustWorkspaceId(newId()) })).toBeNull();
  await store([], 2_000);
  expect(await find(a)).toBeNull();
});

it('keeps as many removed templates as an account may have, and deletes all with the account', async () => {
  const many = Array.from({ length: messageTemplateLimits.account }, (_, n) => template(`${n}`));
  await store(many);
  await store([template('x')], 2_000);
  await store([], 3_000);
  expect((await listed()).total).toBe(messageTemplateLimits.account);
  // The latest one is kept.
  expect((await listed({ search: 'x' })).list).toMatchObject([{ removedAt: new Date(3_000) }]);
  await transaction(database, (tx) => deleteTemplates(tx, account.workspaceId, [account.id]));
  expect((await listed()).total).toBe(0);
  expect((await fetched()).fetchedAt).toBeNull();
});

it('stays within its workspace', async () => {
  await store([template('a')]);
  const other = { ...account, workspaceId: trustWorkspaceId(newId()) };
  expect((await listed({}, other)).total).toBe(0);
  expect(await accountExists(database, account.workspaceId, account.id)).toBe(false);
});
