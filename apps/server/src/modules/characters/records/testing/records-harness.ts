/** A workspace with an agent, functions to spend characters, and the records as the owner reads them, without the app. */
import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as charactersApi from '@parley/contract/characters';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { connectDatabase, type Database, type Tx, transaction } from '../../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../../base/ids.ts';
import { createLog } from '../../../../base/log.ts';
import { characterEntries, type UsageDetails } from '../../../../schema/characters.ts';
import { subAccounts } from '../../../../schema/sub-accounts.ts';
import { workspaces } from '../../../../schema/workspaces.ts';
import type { Characters } from '../../service.ts';
import { openProcess } from '../../testing/ledger.ts';
import { presentAllocation } from '../presenter.ts';
import { readAllocations, readUsage } from '../queries.ts';

const details: UsageDetails = {
  platform: 'webchat',
  source: 'es',
  target: 'en',
  line: 'ai',
  engine: 'apertium-local',
};

type Query<E extends { query: contract.Endpoint['query'] }> = contract.RequestOf<
  E & contract.Endpoint
>['query'];
export type UsageQuery = Query<typeof charactersApi.characterUsagePage>;
export type AllocationQuery = Query<typeof charactersApi.characterAllocationPage>;
type RecordsAgent = { subAccountId: string; accountName: string };

/** Registers hooks that open one database per file, and create a new workspace for each test. */
export function recordsHarness() {
  const harness = new RecordsHarness();
  beforeAll(() => harness.start());
  afterAll(() => harness.close());
  beforeEach(() => harness.openWorkspace());
  return harness;
}

class RecordsHarness {
  #place: TestDatabase | null = null;
  #database: Database | null = null;
  #characters: Characters | null = null;
  #workspaceId: WorkspaceId | null = null;
  #agent: RecordsAgent | null = null;

  get database(): Database {
    return started(this.#database);
  }
  get characters(): Characters {
    return started(this.#characters);
  }
  get workspaceId(): WorkspaceId {
    return started(this.#workspaceId);
  }
  get agent(): RecordsAgent {
    return started(this.#agent);
  }

  async start(): Promise<void> {
    this.#place = await testDatabase();
    this.#database = connectDatabase(this.#place.url, createLog('silent'));
    this.#characters = openProcess(this.#database);
  }

  async close(): Promise<void> {
    await this.database.close();
    await started(this.#place).drop();
  }

  /** Creates a workspace with 1,000,000 characters, of which the agent gets 10,000. */
  async openWorkspace(): Promise<void> {
    const workspaceId = trustWorkspaceId(newId());
    this.#workspaceId = workspaceId;
    await this.inTransaction(async (tx) => {
      await tx.db.insert(workspaces).values({ id: workspaceId });
      await this.characters.openOwnerAccount(tx, workspaceId);
      await this.characters.grant(tx, workspaceId, { key: randomUUID(), amount: 1_000_000, remark: null });
    });
    this.#agent = await this.addAgent(10_000, '=Night shift');
  }

  async addAgent(characters: number, remark = 'Agent'): Promise<RecordsAgent> {
    const { workspaceId } = this;
    const subAccountId = newId();
    const accountName = `agent ${subAccountId}`;
    await this.inTransaction(async (tx) => {
      const row = { workspaceId, id: subAccountId, accountName, passwordHash: 'hash', remark };
      await tx.db.insert(subAccounts).values(row);
      await this.characters.openSubAccount(tx, workspaceId, subAccountId, false);
    });
    await this.allocate(characters, undefined, subAccountId);
    return { subAccountId, accountName };
  }

  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return transaction(this.database, work);
  }

  async spend(
    amount: number,
    more: Partial<UsageDetails> = {},
    subAccountId: string = this.agent.subAccountId,
  ): Promise<void> {
    const { characters } = this;
    const reserved = await characters.reserve(this.workspaceId, subAccountId, amount);
    if (reserved === null) throw new Error('too few characters');
    const charge = { reserved, key: randomUUID(), messageId: randomUUID(), amount };
    await this.inTransaction((tx) =>
      characters.charge(tx, [{ ...charge, details: { ...details, ...more } }]),
    );
    await characters.release(reserved, amount);
  }

  settle(): Promise<void> {
    return this.characters.recall(this.workspaceId);
  }

  /** Changes the stored entries of a kind or amount. */
  async setEntries(
    which: { kind: 'usage' | 'allocation' } | { amount: number } | null,
    values: Partial<typeof characterEntries.$inferInsert>,
  ): Promise<void> {
    const { kind, amount } = { kind: undefined, amount: undefined, ...which };
    const chosen = and(
      eq(characterEntries.workspaceId, this.workspaceId),
      kind && eq(characterEntries.kind, kind),
      amount === undefined ? undefined : eq(characterEntries.amount, amount),
    );
    await this.database.db.update(characterEntries).set(values).where(chosen);
  }

  /** Moves all entries, or only those of usage, into the past by this many days. */
  async age(days: number, kind: 'usage' | null = 'usage'): Promise<void> {
    await this.database.db.execute(sql`
      update ${characterEntries} set created_at = created_at - ${days} * interval '1 day'
      where workspace_id = ${this.workspaceId} and ${kind === null ? sql`true` : sql`kind = ${kind}`}`);
  }

  usage(query: UsageQuery = {}, workspaceId: WorkspaceId = this.workspaceId) {
    return readUsage(this.database, workspaceId, charactersApi.characterUsagePage.query.parse(query));
  }

  async allocations(query: AllocationQuery = {}, workspaceId: WorkspaceId = this.workspaceId) {
    const given = charactersApi.characterAllocationPage.query.parse(query);
    const { list, nextCursor } = await readAllocations(this.database, workspaceId, given);
    return { list: list.map(presentAllocation), nextCursor };
  }

  async allocate(
    amount: number,
    remark?: string,
    subAccountId: string = this.agent.subAccountId,
    key: string = randomUUID(),
  ): Promise<void> {
    await this.settle();
    await this.inTransaction((tx) =>
      this.characters.allocate(tx, this.workspaceId, { key, subAccountId, amount, remark: remark ?? null }),
    );
  }

  /** Releases the blocks of this process first, so that the whole balance can be taken back. */
  async takeBack(amount: number): Promise<void> {
    const { subAccountId } = this.agent;
    await this.settle();
    const move = { key: randomUUID(), subAccountId, amount, remark: 'Too many' };
    await this.inTransaction((tx) => this.characters.takeBack(tx, this.workspaceId, move));
  }
}

function started<T>(value: T | null): T {
  if (value === null) throw new Error('the harness is not started');
  return value;
}

type Page<Item> = { list: Item[]; nextCursor: string | null };
type Places<Item> = (query: { cursor?: string; pageSize: number }) => Promise<Page<Item>>;

/** Returns the items of all pages. */
export async function readAllPages<Item>(page: Places<Item>, pageSize: number): Promise<Item[]> {
  return (await pages(page, pageSize)).flatMap(({ list }) => list);
}

async function pages<Item>(page: Places<Item>, pageSize: number): Promise<Page<Item>[]> {
  const all: Page<Item>[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next = await page({ pageSize, ...(cursor === undefined ? {} : { cursor }) });
    expect(next.list.length).toBeLessThanOrEqual(pageSize);
    all.push(next);
    cursor = next.nextCursor;
  }
  return all;
}

/**
 * Expects from each place of the whole list, even of items that a filter excludes, the rest of the list that matches
 * the filter.
 */
export async function expectTheRestFromAnyPlace<Item, Filters>(
  page: (query: Filters & { cursor?: string | undefined; pageSize?: number }) => Promise<Page<Item>>,
  ways: readonly { filters: Filters; lets(item: Item): boolean }[],
  none: Filters,
): Promise<void> {
  const all = await pages((query) => page({ ...none, ...query }), 1);
  const items = all.flatMap(({ list }) => list);
  for (const { filters, lets } of ways) {
    for (const [index, { nextCursor }] of all.entries()) {
      const { list } = await page({ ...filters, cursor: nextCursor ?? undefined });
      const rest = nextCursor === null ? items : items.slice(index + 1);
      expect(list, `${JSON.stringify(filters)} after ${index + 1}`).toEqual(rest.filter(lets));
    }
  }
}
