/** Finds each module's part of the contract tests: `modules/<noun>/testing/world-part.ts`, or in a folder of the
 * module, by its name. */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Audience } from '@parley/contract';
import type { TestApp } from './test-app.ts';
import type { Parts, TestClient } from './test-client.ts';
import type { TestAgent, TestOwner, TestPeople, TestVisitor } from './test-people.ts';

/** A running app, or one of its tenants. */
export type Place = TestClient & TestPeople;

export type World = {
  owner: TestOwner;
  agent: TestAgent;
  visitor: TestVisitor;
  ids: Readonly<Record<'conversationId' | 'socialAccountId' | 'subAccountId', string>>;
  /** The real ids and the owner's address, by their placeholders in the contract's examples. */
  live: ReadonlyMap<string, string>;
  tokens: Readonly<Record<Exclude<Audience, 'public'>, string>>;
};

/** A workspace with one sub-account, before its social account is connected, and an operator's token. */
export type WorldStart = { app: Place; owner: TestOwner; agent: TestAgent; operator: string };

export type WorldPart = {
  /** Creates the module's rows. Returns the real values by the example's id, host or the like. */
  make?(start: WorldStart): Promise<Readonly<Record<string, string>>>;
  /**
   * Endpoints whose example can't succeed in a world: what to send instead, or the test that proves what they leave in the
   * audit log. By the names of `allEndpoints`.
   */
  audited?: Readonly<
    Record<string, ((app: TestApp, world: World) => Partial<Parts> | Promise<Partial<Parts>>) | string>
  >;
  /** Endpoints that pass over ids of what isn't there, where others answer 404. */
  passesOver?: readonly string[];
};

const modules = path.resolve(import.meta.dirname, '../modules');

/** All of them, in the order of the modules' names. */
export async function worldParts(): Promise<WorldPart[]> {
  const files = globSync('**/testing/world-part.ts', { cwd: modules }).sort();
  const loaded = await Promise.all(files.map((file) => import(path.join(modules, file))));
  return loaded.map(({ worldPart }: { worldPart: WorldPart }) => worldPart);
}
