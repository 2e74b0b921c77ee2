import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId } from '../../../base/ids.ts';
import { type Ledger, openLedger } from '../testing/ledger.ts';
import { adjust, type BalanceMove, bookMove, lockAccounts, moveAllBack } from './store.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger(database);
});

const book = (it: BalanceMove) => ledger.inTransaction((tx) => bookMove(tx, ledger.workspaceId, it));
const grant = (amount: number): BalanceMove => ({
  key: 'grant',
  kind: 'grant',
  from: null,
  to: ledger.workspaceId,
  amount,
  remark: 'an order',
});
const allocation = (amount: number): BalanceMove => ({
  key: 'allocation',
  kind: 'allocation',
  from: ledger.workspaceId,
  to: ledger.agent,
  amount,
  remark: null,
});
const both = async () => [await ledger.remaining(ledger.workspaceId), await ledger.remaining(ledger.agent)];

describe('bookMove', () => {
  it('records the balances of the sub-account before and of the owner after the move', async () => {
    await book(grant(100));
    await book(allocation(30));
    await book({ ...allocation(10), key: 'again' });
    const back = { key: 'back', kind: 'take-back', from: ledger.agent, to: ledger.workspaceId } as const;
    await book({ ...back, amount: 15, remark: null, automatic: true });
    const moves = (await ledger.moves()).map((one) => [one.kind, one.automatic, one.before, one.ownerAfter]);
    expect(moves).toEqual([
      ['grant', false, null, null],
      ['allocation', false, 0, 70],
      ['allocation', false, 30, 60],
      ['take-back', true, 40, 75],
    ]);
    expect(await both()).toEqual([75, 25]);
  });

  it('books a repeated move once, and refuses its key for any other', async () => {
    await book(grant(100));
    const first = allocation(30);
    expect(await book(first)).toBe('done');
    expect(await book(first)).toBe('repeated');
    const other = await ledger.openAgent(false);
    const others: Partial<BalanceMove>[] = [
      { kind: 'take-back' },
      { from: null },
      { to: other },
      { amount: 31 },
      { remark: 'another' },
    ];
    for (const one of others) expect(await book({ ...first, ...one })).toBe('key-taken');
    expect(await both()).toEqual([70, 30]);
  });

  it('takes everything that the giver has, and not one more', async () => {
    await book(grant(100));
    expect(await book(allocation(101))).toBe('short');
    expect(await book(allocation(100))).toBe('done');
    expect(await book({ ...allocation(1), key: 'more' })).toBe('short');
    expect(await book({ ...allocation(1), key: 'nobody', from: newId() })).toBe('short');
    expect(await both()).toEqual([0, 100]);
  });

  it('refuses an unlimited receiver and a closed one, each with its reason', async () => {
    await book(grant(100));
    const { characters, workspaceId } = ledger;
    const unlimited = await ledger.openAgent(true);
    expect(await book({ ...allocation(1), to: unlimited })).toBe('unlimited');
    for (const id of [unlimited, ledger.agent])
      await ledger.inTransaction((tx) => characters.closeSubAccount(tx, workspaceId, id));
    expect(await book({ ...allocation(1), to: unlimited })).toBe('closed');
    expect(await book({ ...allocation(1), to: ledger.agent })).toBe('closed');
  });
});

it('moveAllBack returns the number of characters, and 0 for a repeated key or an empty account', async () => {
  const { workspaceId, agent: subAccountId } = ledger;
  const moveBack = (it: { key: string; subAccountId: string }) =>
    ledger.inTransaction((tx) => moveAllBack(tx, workspaceId, { ...it, remark: null }));
  await book(grant(100));
  expect(await moveBack({ key: 'empty', subAccountId })).toBe(0);
  expect(await moveBack({ key: 'nobody', subAccountId: newId() })).toBe(0);
  await book(allocation(30));
  expect(await moveBack({ key: 'back', subAccountId })).toBe(30);
  await book({ ...allocation(20), key: 'again' });
  expect(await moveBack({ key: 'back', subAccountId })).toBe(0);
  expect(await both()).toEqual([80, 20]);
  expect((await ledger.moves()).map(({ kind }) => kind)).toEqual([
    'grant',
    'allocation',
    'take-back',
    'allocation',
  ]);
});

it('lockAccounts locks the owner’s account first, then the others by their ids', async () => {
  const others = [await ledger.openAgent(false), await ledger.openAgent(true)];
  const { workspaceId, agent } = ledger;
  const ids = [...others, null, agent, workspaceId];
  const locked = await ledger.inTransaction((tx) => lockAccounts(tx, workspaceId, ids));
  expect([...locked.keys()]).toEqual([workspaceId, ...[agent, ...others].sort()]);
});

it('adjust changes one account of one workspace', async () => {
  const other = await openLedger(database);
  await other.grant(5);
  await book(grant(100));
  await ledger.inTransaction((tx) => adjust(tx, ledger.workspaceId, ledger.workspaceId, -1));
  expect(await both()).toEqual([99, 0]);
  expect(await other.remaining(other.workspaceId)).toBe(5);
});
