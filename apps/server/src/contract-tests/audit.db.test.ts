/** Sends each endpoint a request and checks that the log has what the endpoint declares. */
import * as contract from '@parley/contract';
import * as auditApi from '@parley/contract/audit';
import * as operatorApi from '@parley/contract/operator';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, requestFor, type TestWorld } from '../testing/world.ts';
import { type WorldPart, worldParts } from '../testing/world-part.ts';

/** The modules' exceptions: endpoints whose example can't succeed, or has no effect. */
const special = Object.assign({}, ...(await worldParts()).map(({ audited }) => audited)) as NonNullable<
  WorldPart['audited'] // of the parts' own type
>;

/** Endpoints that delete what others need run late. */
const order = [
  /moveSocialAccount/,
  /resetSubAccountPassword/,
  /setSocialAccountEnabled/,
  // Enables what that disabled.
  /enableSocialAccounts/,
  /Status$/,
  /delete(?!SubAccount)/,
  // Its job deletes work orders, at any time.
  /deleteSubAccount/,
];
const rank = (name: string) => order.findIndex((pattern) => pattern.test(name));

const isAction = (value: unknown): value is auditApi.AuditAction =>
  typeof value === 'string' && value in auditApi.auditActions;

const declared = [...contract.allEndpoints]
  .map(([name, endpoint]) => ({ name, endpoint, actions: [endpoint.audit].flat().filter(isAction) }))
  .filter(({ actions }) => actions.length > 0);

const requested = declared
  .filter(({ name }) => typeof special[name] !== 'string')
  .sort((a, b) => rank(a.name) - rank(b.name));

let app: TestApp;
let world: TestWorld;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
});
afterAll(() => app.close());

async function entries() {
  const { rows } = await app.app.database.db.execute<{ action: auditApi.AuditAction; text: string }>(
    sql`select action, e::text as text from audit_entries e order by created_at, id`,
  );
  return rows;
}

it('every exception names an endpoint that declares an action', () => {
  const names = declared.map(({ name }) => name);
  for (const name of Object.keys(special)) expect(names).toContain(name);
});

describe.each(requested)('$name', ({ name, endpoint, actions }) => {
  it('records what it declares', async () => {
    const instead = special[name];
    const given = typeof instead === 'function' ? await instead(app, world) : {};
    const parts = { ...requestFor(name, world.live), ...given };
    const before = await entries();
    const [audience] = endpoint.audience;
    const token = audience === 'public' ? undefined : world.tokens[audience];
    const answer = await app.send(endpoint, parts, token);
    expect(answer).toMatchObject({ status: 200 });
    const added = (await entries()).slice(before.length).map(({ action }) => action);
    expect(added.length).toBeGreaterThan(0);
    for (const action of added) expect(actions).toContain(action);
  });
});

it('records that the operator read mails, once an hour', async () => {
  for (const search of ['', 'somebody']) {
    await app.call(operatorApi.mailPage, { query: { search } }, world.tokens.operator);
  }
  expect((await entries()).filter(({ action }) => action === 'mail.read')).toHaveLength(1);
});

it('no entry contains a secret that was sent', async () => {
  const all = (await entries()).map(({ text }) => text).join('\n');
  const tokens = Object.values(world.tokens);
  for (const secret of ['Secret12', 'Operator12', world.owner.password, ...tokens])
    expect(all).not.toContain(secret);
});
