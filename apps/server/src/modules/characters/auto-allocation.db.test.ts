import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { findDiscrepancies } from './ledger-check/queries.ts';
import { keepsEveryCharacter } from './testing/keeps-every-character.ts';
import { type Ledger, openLedger, openProcess } from './testing/ledger.ts';

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

const set = (below: number, amount: number) =>
  ledger.inTransaction((tx) =>
    ledger.characters.setAutoAllocation(tx, ledger.workspaceId, ledger.agent, { below, amount }),
  );
const automatic = async () => (await ledger.moves()).filter((move) => move.automatic);

describe('automatic allocation', () => {
  it('allocates the owner’s characters with the reservation that goes below the threshold, not earlier', async () => {
    await ledger.grant(50_000);
    await ledger.allocate(120);
    await set(100, 500);
    expect(await ledger.spend(ledger.agent, 20)).toBe(20);
    expect(await automatic()).toEqual([]);
    expect(await ledger.spend(ledger.agent, 1)).toBe(1);
    expect(await automatic()).toEqual([
      { kind: 'allocation', amount: 500, automatic: true, before: 100, ownerAfter: 49_380 },
    ]);
    expect(await ledger.remaining(ledger.agent)).toBe(599);
    expect(await findDiscrepancies(database)).toEqual([]);
  });

  it('allocates after thousands of concurrent draws', async () => {
    await ledger.grant(100_000);
    await ledger.allocate(30_000);
    await ledger.spend(ledger.agent, 1);
    await set(20_000, 5_000);
    for (let spent = 1; spent < 10_000; spent += 303) expect(await ledger.spend(ledger.agent, 303)).toBe(303);
    expect(await ledger.remaining(ledger.agent)).toBe(20_000);
    expect(await automatic()).toEqual([]);
    expect(await ledger.spend(ledger.agent, 303)).toBe(303);
    expect(await automatic()).toMatchObject([{ amount: 5_000, before: 20_000 }]);
  });

  it('allocates with the next reservation after the setting was too low, and after the owner got characters', async () => {
    await ledger.grant(1_000);
    await ledger.allocate(900);
    await set(1_000, 300);
    expect(await ledger.spend(ledger.agent, 10), 'the owner has 100, which is not the amount').toBe(10);
    expect(await automatic()).toEqual([]);
    await ledger.grant(250);
    expect(await ledger.spend(ledger.agent, 10)).toBe(10);
    expect(await automatic()).toMatchObject([{ amount: 300, before: 890, ownerAfter: 50 }]);
    expect(await ledger.remaining(ledger.agent)).toBe(1_180);
  });

  it('allocates as many amounts as one reservation needs, in one move', async () => {
    await ledger.grant(10_000);
    await set(100, 150);
    expect(await ledger.spend(ledger.agent, 420)).toBe(420);
    expect(await automatic()).toMatchObject([{ amount: 600, before: 0 }]);
    expect(await ledger.remaining(ledger.agent)).toBe(180);
  });

  it('allocates as many amounts as the owner has, and refuses what is short', async () => {
    await ledger.grant(400);
    await set(100, 150);
    expect(await ledger.spend(ledger.agent, 301)).toBeNull();
    expect(await ledger.remaining(ledger.agent)).toBe(300);
    expect(await ledger.spend(ledger.agent, 300)).toBe(300);
    expect(await ledger.spend(ledger.agent, 1)).toBeNull();
    expect(await ledger.remaining(ledger.workspaceId)).toBe(100);
  });

  it('allocates from a block that an unlimited sub-account of this process has drawn', async () => {
    await ledger.grant(1_000);
    await ledger.spend(await ledger.openAgent(true), 100);
    await set(100, 500);
    expect(await ledger.spend(ledger.agent, 50)).toBe(50);
    expect(await ledger.remaining(ledger.agent)).toBe(450);
    expect(await ledger.remaining(ledger.workspaceId)).toBe(400);
  });

  it('allocates nothing while another process has enough in its block', async () => {
    await ledger.grant(50_000);
    await ledger.allocate(25_000);
    await set(5_000, 1_000);
    const other = ledger.open();
    await ledger.spend(ledger.agent, 10);
    expect(await ledger.spend(ledger.agent, 10, { by: other })).toBe(10);
    expect(await automatic()).toEqual([]);
    await ledger.spend(ledger.agent, 19_990 - 10);
    expect(await automatic()).toEqual([]);
    expect(await ledger.spend(ledger.agent, 10, { by: other })).toBe(10);
    expect(await automatic()).toMatchObject([{ amount: 1_000, before: 5_000 }]);
  });

  it('allocates nothing to an unlimited account, nor once switched off', async () => {
    await ledger.grant(1_000);
    await set(100, 300);
    await ledger.inTransaction((tx) =>
      ledger.characters.setUnlimited(tx, ledger.workspaceId, ledger.agent, true),
    );
    expect(await ledger.spend(ledger.agent, 10)).toBe(10);
    await ledger.inTransaction((tx) =>
      ledger.characters.setUnlimited(tx, ledger.workspaceId, ledger.agent, false),
    );
    expect((await ledger.balance(ledger.agent))?.autoAllocation).toBeNull();
    expect(await ledger.spend(ledger.agent, 10)).toBeNull();
    await set(100, 300);
    expect((await ledger.balance(ledger.agent))?.autoAllocation).toEqual({ below: 100, amount: 300 });
    await ledger.inTransaction((tx) =>
      ledger.characters.setAutoAllocation(tx, ledger.workspaceId, ledger.agent, null),
    );
    expect(await ledger.spend(ledger.agent, 10)).toBeNull();
    expect(await automatic()).toEqual([]);
  });

  it('desks and consoles are notified when the owner’s characters are allocated', async () => {
    await ledger.grant(1_000);
    await set(100, 300);
    const told: unknown[] = [];
    const realtime = {
      workspace: (workspaceId: string, subAccountId: string) => ({
        emit: (...event: unknown[]) => told.push([workspaceId, subAccountId, ...event]),
      }),
    };
    const by = openProcess(database, { realtime });
    expect(await ledger.spend(ledger.agent, 10, { by })).toBe(10);
    expect(await ledger.spend(ledger.agent, 10, { by })).toBe(10);
    const event = { subAccountId: ledger.agent };
    expect(told).toEqual([[ledger.workspaceId, ledger.agent, 'characters', event]]);
    await by.close();
  });
});

it('never creates or loses a character, whatever two processes do concurrently', async () => {
  await fc.assert(keepsEveryCharacter(database), { numRuns: 1, endOnFailure: true });
});
