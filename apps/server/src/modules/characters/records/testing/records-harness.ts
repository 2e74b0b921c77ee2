/** An app with an owner and an agent, functions to spend characters, and the records as the owner reads them. */
import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as charactersApi from '@parley/contract/characters';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { transaction } from '../../../../base/db/database.ts';
import type { UsageDetails } from '../../../../schema/characters.ts';
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../../testing/test-people.ts';

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

/** Call it once in a test file; every test gets a new workspace. */
export function recordsHarness() {
  const harness = new RecordsHarness();
  beforeAll(() => harness.start());
  afterAll(() => harness.app.close());
  beforeEach(() => harness.openWorkspace());
  return harness;
}

class RecordsHarness {
  #app: TestApp | null = null;
  #owner: TestOwner | null = null;
  #agent: TestAgent | null = null;

  get app(): TestApp {
    return started(this.#app);
  }
  get owner(): TestOwner {
    return started(this.#owner);
  }
  get agent(): TestAgent {
    return started(this.#agent);
  }

  async start(): Promise<void> {
    this.#app = await startTestApp();
  }

  async openWorkspace(): Promise<void> {
    this.#owner = await this.app.registerOwner();
    this.#agent = await this.app.createSubAccount(this.owner, { remark: '=Night shift', characters: 10_000 });
  }

  async spend(
    amount: number,
    more: Partial<UsageDetails> = {},
    subAccountId: string = this.agent.subAccountId,
  ): Promise<void> {
    const { characters } = this.app.app.services;
    const reserved = await characters.reserve(this.owner.workspaceId, subAccountId, amount);
    if (reserved === null) throw new Error('too few characters');
    const charge = { reserved, key: randomUUID(), messageId: randomUUID(), amount };
    await transaction(this.app.app.database, (tx) =>
      characters.charge(tx, [{ ...charge, details: { ...details, ...more } }]),
    );
    await characters.release(reserved, amount);
  }

  settle(): Promise<void> {
    return this.app.app.services.characters.recall(this.owner.workspaceId);
  }

  /** Moves the usage so far into the past by this many days. */
  async age(days: number): Promise<void> {
    await this.app.app.database.db.execute(sql`
      update character_entries set created_at = created_at - ${days} * interval '1 day'
      where workspace_id = ${this.owner.workspaceId} and kind = 'usage'`);
  }

  usage(query: UsageQuery = {}, token: string = this.owner.token) {
    return this.app.call(charactersApi.characterUsagePage, { query }, token);
  }

  allocations(query: AllocationQuery = {}, token: string = this.owner.token) {
    return this.app.call(charactersApi.characterAllocationPage, { query }, token);
  }

  allocate(amount: number, remark?: string, to: string = this.agent.subAccountId) {
    const body = { requestId: randomUUID(), subAccountId: to, amount, ...(remark ? { remark } : {}) };
    return this.app.call(subAccountsApi.allocateCharacters, { body }, this.owner.token);
  }

  /** Releases the blocks of this process first, so that the whole balance can be taken back. */
  async takeBack(amount: number): Promise<void> {
    const { subAccountId } = this.agent;
    await this.settle();
    await transaction(this.app.app.database, (tx) =>
      this.app.app.services.characters.takeBack(tx, this.owner.workspaceId, {
        key: randomUUID(),
        subAccountId,
        amount,
        remark: 'Too many',
      }),
    );
  }
}

function started<T>(value: T | null): T {
  if (value === null) throw new Error('the harness is not started');
  return value;
}

type Page<Item> = { list: Item[]; nextCursor: string | null };
type Places<Item> = (query: { cursor?: string; pageSize: number }) => Promise<Page<Item>>;

/** Returns the items of all pages. */
export async function whole<Item>(page: Places<Item>, pageSize: number): Promise<Item[]> {
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
