/**
 * Finds each module's part of the contract tests by its name: `modules/<noun>/testing/world-part.ts`, or in a subfolder of the
 * module.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Audience } from '@parley/contract';
import type { TestApp } from './test-app.ts';
import type { Parts, TestClient } from './test-client.ts';
import type { TestAgent, TestOwner, TestPeople, TestVisitor } from './test-people.ts';

/** A running app, or one of its tenants. */
export type TestPlace = TestClient & TestPeople;

export type TestWorld = {
  owner: TestOwner;
  agent: TestAgent;
  visitor: TestVisitor;
  ids: Readonly<Record<'conversationId' | 'socialAccountId' | 'subAccountId', string>>;
  /** The real ids and the owner's address, by their placeholders in the contract's examples. */
  live: ReadonlyMap<string, string>;
  tokens: Readonly<Record<Exclude<Audience, 'public'>, string>>;
};

/** A workspace with one sub-account, before its social account is connected, and an operator's token. */
export type WorldStart = { app: TestPlace; owner: TestOwner; agent: TestAgent; operator: string };

export type WorldPart = {
  /** Creates the module's rows. Returns the real values by the placeholders (ids, hosts and the like) in the examples. */
  make?(start: WorldStart): Promise<Readonly<Record<string, string>>>;
  /**
   * Endpoints whose example can't succeed in a world, by their names in `allEndpoints`: the request to send instead, or the
   * test that covers their audit log entries.
   */
  audited?: Readonly<
    Record<string, ((app: TestApp, world: TestWorld) => Partial<Parts> | Promise<Partial<Parts>>) | string>
  >;
  /** Endpoints that ignore unknown ids, for which others return 404. */
  passesOver?: readonly string[];
};

const modules = path.resolve(import.meta.dirname, '../modules');

/** Returns all parts, sorted by their modules' names. */
export async function worldParts(): Promise<WorldPart[]> {
  const files = globSync('**/testing/world-part.ts', { cwd: modules }).sort();
  const loaded = await Promise.all(files.map((file) => import(path.join(modules, file))));
  return loaded.map(({ worldPart }: { worldPart: WorldPart }) => worldPart);
}
