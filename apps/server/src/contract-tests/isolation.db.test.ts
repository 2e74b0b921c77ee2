/**
 * Tests that every endpoint treats another workspace's ids as nonexistent and changes nothing there; the same if the other
 * workspace belongs to another tenant, whose logins are also unknown here.
 */
import { randomUUID } from 'node:crypto';
import * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as tenantsApi from '@parley/contract/tenants';
import * as visitorApi from '@parley/contract/visitor';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../base/db/database.ts';
import { createLog } from '../base/log.ts';
import { recordChanges } from '../testing/recorded-changes.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { Parts } from '../testing/test-client.ts';
import { type TestClock, testClock } from '../testing/test-clock.ts';
import { createWorld, requestFor, type TestWorld } from '../testing/world.ts';
import { type TestPlace, worldParts } from '../testing/world-part.ts';

const audiences = ['console', 'desk'] as const;
const calls = [...contract.allEndpoints].flatMap(([name, endpoint]) =>
  audiences
    .filter((audience) => endpoint.audience.includes(audience))
    .map((audience) => ({ name, endpoint, audience })),
);
/** All endpoints that a login with a workspace may call. */
const entered = [...contract.allEndpoints].flatMap(([name, endpoint]) =>
  ([...audiences, 'visitor'] as const)
    .filter((audience) => endpoint.audience.includes(audience))
    .map((audience) => ({ name, endpoint, audience })),
);

const passedOver = new Set((await worldParts()).flatMap(({ passesOver }) => passesOver ?? []));

let app: TestApp;
let clock: TestClock;
let database: pg.Pool;
/** Returns the changes since its last call. */
let changes: Awaited<ReturnType<typeof recordChanges>>;
/** The two workspaces: the caller's and another. */
let here: TestPlace;
let there: TestPlace;
let mine: TestWorld;
let theirs: TestWorld;

async function begin(
  config: Record<string, string>,
  places: () => Promise<[TestPlace, TestPlace]>,
): Promise<void> {
  clock = testClock();
  app = await startTestApp({ config, clock });
  [here, there] = await places();
  [mine, theirs] = await Promise.all([createWorld(here), createWorld(there)]);
  database = connectDatabase(app.databaseUrl, createLog('silent'), 1).pool;
  // Without requests, the server only extends the leases of social accounts and ports.
  changes = await recordChanges(database, { without: ['held_until', 'leased_until'] });
}

async function end(): Promise<void> {
  await database.end();
  await app.close();
}

async function tenant(): Promise<TestPlace> {
  const form = { brandName: 'Acme', hosts: [], logoFileId: null, enabled: true, registrationOpen: true };
  const body = { name: 'Acme', ...form };
  return app.at((await app.call(tenantsApi.createTenant, { body }, await app.operatorToken())).id);
}

/** Returns requests with the other workspace's ids, each with exactly one of them. */
function requestsNaming(name: string, endpoint: contract.Endpoint) {
  const all = JSON.stringify(requestFor(name, theirs.live));
  return [...theirs.live].flatMap(([key, foreign]) => {
    if (!/^[\da-f-]{36}$/.test(foreign) || !all.includes(foreign)) return [];
    const parts = requestFor(name, new Map([...mine.live, [key, foreign]]));
    return [{ key, parts: withoutOtherFilters(endpoint, parts, foreign) }];
  });
}

/** Removes other filters, which could hide a result, unless the request requires them. */
function withoutOtherFilters(endpoint: contract.Endpoint, parts: Parts, foreign: string): Parts {
  const query = Object.fromEntries(
    Object.entries(parts.query ?? {}).filter(([, value]) => value === foreign),
  );
  return endpoint.query?.safeParse(query).success ? { ...parts, query } : parts;
}

/** Returns an empty response of the same kind: a list, a number, a chart, or the figures of ratings or fans. */
function nothingOf(data: unknown) {
  if (typeof data !== 'object' || data === null) return { list: [] };
  if ('rated' in data) return { asked: 0, rated: 0, average: null, scores: [0, 0, 0, 0, 0] };
  const none = { new: 0, repeat: 0 };
  if ('base' in data) return { base: 0, total: none, today: none, single: none };
  if ('platforms' in data) return { platforms: [] };
  return 'count' in data ? { count: 0 } : { list: [] };
}

function requestsOfEveryEndpoint(): void {
  it('finds requests that name an id', () => {
    const named = calls.filter(({ name, endpoint }) => requestsNaming(name, endpoint).length > 0);
    expect(named.length).toBeGreaterThan(12);
  });

  it.each(calls)('returns nothing of the other workspace by $name from the $audience', async (call) => {
    const { name, endpoint, audience } = call;
    const requests = requestsNaming(name, endpoint);
    if (requests.length === 0) return;
    for (const { key, parts } of requests) {
      const answer = await here.send(endpoint, parts, mine.tokens[audience]);
      const [foreign, unknownId] = [theirs.live.get(key) ?? '', randomUUID()];
      const unknown = JSON.parse(JSON.stringify(parts).replaceAll(foreign, unknownId));
      const same = await here.send(endpoint, unknown, mine.tokens[audience]);
      // A filter by an unknown id returns nothing; all else 404. Both as for an id that doesn't exist.
      expect({ key, status: answer.status, code: answer.body.code }).toEqual({
        key,
        status: same.status,
        code: same.body.code,
      });
      const filters = endpoint.method === 'GET' && answer.status === 200;
      // The test of the file's own module reads its contents.
      if (filters && endpoint.file === undefined)
        expect(answer.body.data).toMatchObject(nothingOf(answer.body.data));
      else if (!filters) expect(answer.status, key).toBe(passedOver.has(name) ? 200 : 404);
    }
    expect(await changes(theirs.owner.workspaceId)).toEqual([]);
  });

  it('starts a new visitor for a token of another site', async () => {
    const body = { site: theirs.ids.socialAccountId, token: mine.visitor.token };
    const started = await there.call(visitorApi.visitorStart, { body });
    expect(started.messages).toEqual([]);
    const own = await here.call(visitorApi.visitorEvents, { query: { since: 0 } }, mine.visitor.token);
    expect(own.messages.map((message) => message.text)).toEqual(['Hola']);
    // Passes over those of the two visits, so that the next test sees its request's alone.
    await changes();
  });
}

describe('two workspaces of one installation', () => {
  beforeAll(() => begin({}, async () => [app, app]));
  afterAll(end);
  requestsOfEveryEndpoint();
});

describe('two tenants', () => {
  beforeAll(() => begin({ TENANTS: 'on' }, async () => [await tenant(), await tenant()]));
  afterAll(end);
  requestsOfEveryEndpoint();
  otherTenantsLogins();
});

describe('a tenant and the installation itself', () => {
  beforeAll(() => begin({ TENANTS: 'on' }, async () => [app, await tenant()]));
  afterAll(end);
  otherTenantsLogins();
});

/** Tests one tenant's logins at another. */
function otherTenantsLogins(): void {
  it.each(entered)('refuses a login of the other tenant at $name from the $audience', async (call) => {
    const { name, endpoint, audience } = call;
    const parts = requestFor(name, theirs.live);
    const answer = await here.send(endpoint, parts, theirs.tokens[audience]);
    const error = audience === 'visitor' ? 'auth.pass-required' : 'auth.required';
    expect(answer).toMatchObject({ status: 401, body: { data: { error } } });
    expect(await changes(theirs.owner.workspaceId)).toEqual([]);
  });

  it('treats the other’s website chat as unknown', async () => {
    const body = { site: theirs.ids.socialAccountId };
    const answer = await here.send(visitorApi.visitorStart, { body });
    expect(answer).toMatchObject({ status: 404, body: { data: { error: 'resource.not-found' } } });
    const stream = { method: 'GET', path: visitorApi.visitorStreamPath } as const;
    expect((await here.send(stream, {}, theirs.visitor.token)).status).toBe(401);
  });

  it('accepts a quick login code at its own tenant only', async () => {
    const { code } = await there.call(identityApi.createQuickLogInCode, {}, theirs.owner.token);
    await expect(here.call(identityApi.quickLogIn, { body: { code } })).rejects.toMatchObject({
      error: 'identity.wrong-code',
    });
    await there.call(identityApi.quickLogIn, { body: { code } });
  });

  it('resets no password of the other tenant’s users', async () => {
    const { email } = theirs.owner;
    // The resend interval of the code that they registered with.
    clock.advance(61_000);
    await there.call(identityApi.getVerificationCode, { query: { email, purpose: 'forgot-password' } });
    const code = await there.mailedCode(email);
    const body = { email, code, password: 'Another34', confirm: 'Another34' };
    await expect(here.call(identityApi.forgotPassword, { body })).rejects.toMatchObject({
      error: 'identity.wrong-code',
    });
    await there.call(identityApi.logIn, { body: { username: email, password: theirs.owner.password } });
  });

  it('lets the operator grant characters to owners of the named tenant only', async () => {
    const grant = (at: TestPlace) =>
      at.send(
        operatorApi.grantCharacters,
        { body: { requestId: randomUUID(), ownerEmail: theirs.owner.email, amount: 5 } },
        theirs.tokens.operator,
      );
    expect((await grant(here)).status).toBe(404);
    expect((await grant(there)).status).toBe(200);
  });
}
