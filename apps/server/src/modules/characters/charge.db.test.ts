import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId } from '../../base/ids.ts';
import { charge } from './charge.ts';
import { findDiscrepancies } from './ledger-check/queries.ts';
import { details, type Ledger, openLedger } from './testing/ledger.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 24);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger(database);
});

describe('a charge', () => {
  it('books the same key once and reports that the second charge cost nothing', async () => {
    await ledger.grant(100);
    await ledger.allocate(100);
    expect(await ledger.spend(ledger.agent, 10, { key: 'inbound 1' })).toBe(10);
    expect(await ledger.spend(ledger.agent, 10, { key: 'inbound 1' })).toBe(0);
    await ledger.characters.close();
    expect(await ledger.remaining(ledger.agent)).toBe(90);
  });

  it('books nothing when the transaction that stores the translation fails', async () => {
    await ledger.grant(100);
    await ledger.allocate(100);
    const reserved = await ledger.characters.reserve(ledger.workspaceId, ledger.agent, 40);
    if (!reserved) throw new Error('short');
    const failing = ledger.inTransaction(async (tx) => {
      await charge(tx, [{ reserved, key: 'k', messageId: newId(), amount: 40, details }]);
      throw new Error('the translation could not be stored');
    });
    await expect(failing).rejects.toThrow('could not be stored');
    await ledger.characters.release(reserved, 0);
    await ledger.characters.close();
    expect(await ledger.remaining(ledger.agent)).toBe(100);
  });

  it('refuses a charge above its reservation, and one on a settled lease', async () => {
    await ledger.grant(100);
    await ledger.allocate(100);
    const reserved = await ledger.characters.reserve(ledger.workspaceId, ledger.agent, 10);
    if (!reserved) throw new Error('short');
    const book = (amount: number) =>
      ledger.inTransaction((tx) =>
        charge(tx, [{ reserved, key: randomUUID(), messageId: newId(), amount, details }]),
      );
    await expect(book(11)).rejects.toThrow('above its reservation');
    await ledger.open().settleAbandoned(true);
    await expect(book(10)).rejects.toThrow('was settled before its charge');
    expect(await ledger.remaining(ledger.agent)).toBe(100);
  });

  it('sends no query for no charges', async () => {
    const asked = await ledger.inTransaction(async (tx) => {
      const execute = vi.spyOn(tx.db, 'execute');
      expect(await charge(tx, [])).toEqual([]);
      return execute.mock.calls.length;
    });
    expect(asked).toBe(0);
  });

  it('books many charges of any accounts at once, each key once', async () => {
    await ledger.grant(1_000);
    await ledger.allocate(100);
    const unlimited = newId();
    await ledger.inTransaction((tx) =>
      ledger.characters.openSubAccount(tx, ledger.workspaceId, unlimited, true),
    );
    const reserve = async (spender: string) => {
      const reserved = await ledger.characters.reserve(ledger.workspaceId, spender, 10);
      if (!reserved) throw new Error('short');
      return reserved;
    };
    const charges = await Promise.all(
      [ledger.agent, unlimited, ledger.agent, ledger.agent].map(async (spender, index) => ({
        reserved: await reserve(spender),
        messageId: newId(),
        amount: 10 - index,
        details,
        key: index === 2 ? 'many 0' : `many ${index}`,
      })),
    );
    const booked = await ledger.inTransaction((tx) => charge(tx, charges));
    expect(booked).toEqual([10, 9, 0, 7]);
    await Promise.all(
      charges.map(({ reserved }, index) => ledger.characters.release(reserved, booked[index] ?? 0)),
    );
    await ledger.characters.close();
    expect(await ledger.remaining(ledger.agent)).toBe(100 - 17);
    expect(await findDiscrepancies(database)).toEqual([]);
  });
});
