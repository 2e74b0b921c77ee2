/** The operator resets the second factor of an owner who has lost it. */
import { randomUUID } from 'node:crypto';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { operatorLogIn, type TestOwner } from '../../../testing/test-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function protectedOwner(): Promise<TestOwner> {
  const owner = await app.registerOwner();
  const { password } = owner;
  const { secret } = await app.call(identityApi.setUpTwoFactor, { body: { password } }, owner.token);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await app.call(identityApi.confirmTwoFactor, { body: { code } }, owner.token);
  return owner;
}
const reset = async (userId: string) =>
  app.send(operatorApi.resetOwnerTwoFactor, { params: { userId } }, await app.operatorToken());
const logIn = ({ email, password }: TestOwner) =>
  app.send(identityApi.logIn, { body: { username: email, password } });
const isShownOn = async ({ email }: TestOwner) => {
  const query = { search: email };
  const { list } = await app.call(operatorApi.ownerPage, { query }, await app.operatorToken());
  return list[0]?.twoFactor;
};

describe('resetting an owner’s two-factor authentication', () => {
  it('lets the owner log in by password, ends the owner’s sessions, and keeps sub-accounts logged in', async () => {
    const owner = await protectedOwner();
    const agent = await app.createSubAccount(owner);
    expect((await logIn(owner)).status).toBe(401);
    expect(await isShownOn(owner)).toBe(true);
    expect((await reset(owner.userId)).status).toBe(200);
    expect(await isShownOn(owner)).toBe(false);
    expect((await app.send(identityApi.getProfile, {}, owner.token)).status).toBe(401);
    const { refreshToken } = owner;
    expect((await app.send(identityApi.refreshToken, { query: { refreshToken } })).status).toBe(401);
    expect((await app.send(subAccountsApi.deskSelf, {}, agent.token)).status).toBe(200);
    expect((await logIn(owner)).status).toBe(200);
  });

  it('records the reset in the owner’s audit log, and notifies the owner by mail', async () => {
    const owner = await protectedOwner();
    await reset(owner.userId);
    const { rows } = await app.app.database.pool.query(
      `select actor_kind, actor_name, object_name from audit_entries
       where action = 'two-factor.reset' and workspace_id = $1`,
      [owner.workspaceId],
    );
    const { email: actor } = operatorLogIn;
    expect(rows).toEqual([{ actor_kind: 'operator', actor_name: actor, object_name: owner.email }]);
    const query = { search: owner.email };
    const { list } = await app.call(operatorApi.mailPage, { query }, await app.operatorToken());
    expect(list[0]?.subject).toBe('Two-factor authentication was reset for your Parley account');
  });

  it('resets a disabled owner, too', async () => {
    const owner = await protectedOwner();
    const params = { userId: owner.userId };
    await app.call(
      operatorApi.disableOwner,
      { params, body: { reason: 'Unpaid' } },
      await app.operatorToken(),
    );
    expect((await reset(owner.userId)).status).toBe(200);
  });

  it('refuses the reset where two-factor authentication is off, and for an id that is no owner’s', async () => {
    const owner = await app.registerOwner();
    expect((await reset(owner.userId)).body.data).toMatchObject({ error: 'two-factor.not-on' });
    expect((await reset(randomUUID())).status).toBe(404);
    const { id } = await app.call(identityApi.operatorInfo, {}, await app.operatorToken());
    expect((await reset(id)).status).toBe(404);
  });
});
