/** Another workspace's ids answer as if they didn't exist, everywhere, and nothing there changes. */
import { randomUUID } from 'node:crypto';
import * as contract from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, requestFor, type World } from '../testing/world.ts';

const audiences = ['console', 'desk'] as const;
const calls = [...contract.allEndpoints].flatMap(([name, endpoint]) =>
  audiences
    .filter((audience) => endpoint.audience.includes(audience))
    .map((audience) => ({ name, endpoint, audience })),
);

let app: TestApp;
let mine: World;
let theirs: World;
let database: pg.Pool;
beforeAll(async () => {
  app = await startTestApp();
  [mine, theirs] = await Promise.all([createWorld(app), createWorld(app)]);
  database = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
});
afterAll(async () => {
  await database.end();
  await app.close();
});

/** Their ids by which the request names something, each with the request that has only this one of theirs. */
function requestsNaming(name: string, endpoint: contract.Endpoint) {
  return Object.keys(theirs.ids).flatMap((key) => {
    const foreign = theirs.ids[key] ?? '';
    const parts = requestFor(name, endpoint, { ...mine.ids, [key]: foreign });
    return JSON.stringify(parts).includes(foreign) ? [{ key, parts }] : [];
  });
}

/** All that a workspace has, row by row. */
async function everythingOf(workspaceId: string): Promise<unknown> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const everything: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await database.query(
      `select t::text as row from "${name}" t where workspace_id = $1 order by 1`,
      [workspaceId],
    );
    everything[name] = rows;
  }
  return everything;
}

it('knows which requests name something', () => {
  const named = calls.filter(({ name, endpoint }) => requestsNaming(name, endpoint).length > 0);
  expect(named.length).toBeGreaterThan(12);
});

describe.each(calls)('$name from the $audience', ({ name, endpoint, audience }) => {
  it('finds nothing of another workspace', async () => {
    const before = await everythingOf(theirs.owner.workspaceId);
    for (const { key, parts } of requestsNaming(name, endpoint)) {
      const answer = await app.send(endpoint, parts, mine.tokens[audience]);
      const unknown = requestFor(name, endpoint, { ...mine.ids, [key]: randomUUID() });
      const same = await app.send(endpoint, unknown, mine.tokens[audience]);
      // A filter by what isn't there finds nothing; anything else says 404. Both as for an id that nobody has.
      expect({ key, status: answer.status, code: answer.body.code }).toEqual({
        key,
        status: same.status,
        code: same.body.code,
      });
      const filters = endpoint.method === 'GET' && JSON.stringify(parts.params ?? {}).includes('-') === false;
      if (filters) expect(answer.body.data).toMatchObject({ list: [] });
      else expect(answer.status, key).toBe(404);
    }
    expect(await everythingOf(theirs.owner.workspaceId)).toEqual(before);
  });
});

it('a visitor of one site is nobody on another', async () => {
  const body = { site: theirs.ids.socialAccountId ?? '', token: mine.visitor.token };
  const started = await app.call(contract.visitorStart, { body });
  expect(started.messages).toEqual([]);
  const own = await app.call(contract.visitorEvents, { query: { since: 0 } }, mine.visitor.token);
  expect(own.messages.map((message) => message.text)).toEqual(['Hola']);
});
