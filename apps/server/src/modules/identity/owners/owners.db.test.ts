import { randomUUID } from 'node:crypto';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestOwner } from '../../../testing/test-people.ts';
import { connectSocket } from '../../../testing/test-socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const disable = async (userId: string, reason = 'Unpaid') =>
  app.send(operatorApi.disableOwner, { params: { userId }, body: { reason } }, await app.operatorToken());
const enable = async (userId: string) =>
  app.send(operatorApi.enableOwner, { params: { userId } }, await app.operatorToken());
const owners = async (query: {
  search?: string;
  state?: 'enabled' | 'disabled';
  sort?: operatorApi.OwnerSort;
}) => app.call(operatorApi.ownerPage, { query }, await app.operatorToken());
const refused = { status: 403, body: { code: 403, data: { error: 'identity.disabled' } } };
const logIn = (owner: TestOwner) =>
  app.send(identityApi.logIn, { body: { username: owner.email, password: owner.password } });
const deskLogIn = (username: string, password: string) =>
  app.send(identityApi.deskLogIn, { body: { username, password } });

describe('a disabled owner', () => {
  it('a disabled owner is logged out everywhere at once, as are the sub-accounts, with the reason', async () => {
    const owner = await app.registerOwner();
    const agent = await app.createSubAccount(owner);
    const [console, desk] = [
      await connectSocket(app.url, owner.token),
      await connectSocket(app.url, agent.token),
    ];
    expect((await disable(owner.userId)).status).toBe(200);
    expect((await app.send(identityApi.getProfile, {}, owner.token)).status).toBe(401);
    expect((await app.send(subAccountsApi.deskSelf, {}, agent.token)).status).toBe(401);
    for (const { refreshToken } of [owner, agent]) {
      expect((await app.send(identityApi.refreshToken, { query: { refreshToken } })).status).toBe(401);
    }
    for (const { socket, heard } of [console, desk]) {
      await vi.waitFor(() => expect(socket.connected).toBe(false));
      expect(heard).toContainEqual(['ended', expect.objectContaining({ reason: 'owner-disabled' })]);
    }
  });

  it('refuses console and desk logins of a disabled owner and its sub-accounts until it is enabled again', async () => {
    const owner = await app.registerOwner();
    const agent = await app.createSubAccount(owner);
    await disable(owner.userId);
    const doors = () =>
      Promise.all([
        logIn(owner),
        deskLogIn(owner.email, owner.password),
        deskLogIn(agent.accountName, agent.password),
      ]);
    for (const answer of await doors()) expect(answer).toMatchObject(refused);
    expect((await deskLogIn(agent.accountName, 'Wrong-one-1')).body).toMatchObject({
      data: { error: 'identity.wrong-credentials' },
    });
    expect((await enable(owner.userId)).status).toBe(200);
    for (const answer of await doors()) expect(answer.status).toBe(200);
  });

  it('leaves no session open that a concurrent login opened', async () => {
    for (let round = 0; round < 3; round += 1) {
      const owner = await app.registerOwner();
      const agent = await app.createSubAccount(owner);
      const [, ...answers] = await Promise.all([
        disable(owner.userId),
        logIn(owner),
        logIn(owner),
        deskLogIn(agent.accountName, agent.password),
      ]);
      for (const { body } of answers) {
        const { accessToken } = Object(body.data);
        if (accessToken === undefined) continue;
        const statuses = await Promise.all([
          app.send(identityApi.getProfile, {}, accessToken),
          app.send(subAccountsApi.deskSelf, {}, accessToken),
        ]);
        expect(statuses.map(({ status }) => status)).not.toContain(200);
      }
    }
  });

  it('stores what customers write to a disabled owner', async () => {
    const owner = await app.registerOwner();
    const agent = await app.createSubAccount(owner);
    const visitor = await app.startVisitor(await app.addWebchat(owner, agent.subAccountId));
    await disable(owner.userId);
    expect(await app.visitorSays(visitor, 'Hola')).toMatchObject({ text: 'Hola' });
    await enable(owner.userId);
    const desk = await app.logInDesk(agent.accountName, agent.password);
    const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, desk.accessToken);
    expect(list).toHaveLength(1);
  });
});

describe('the operator’s list of owners', () => {
  it.each([
    ['registeredAt.desc', ['b', 'a', 'c']],
    ['registeredAt.asc', ['c', 'a', 'b']],
    ['email.asc', ['a', 'b', 'c']],
    ['email.desc', ['c', 'b', 'a']],
  ] as const)('sorts by %s', async (sort, order) => {
    const name = randomUUID();
    for (const first of ['c', 'a', 'b']) await app.registerOwner({ email: `${first}-${name}@example.com` });
    const { list } = await owners({ search: name, sort });
    expect(list.map(({ email }) => email[0])).toEqual(order);
  });

  it('finds an owner by part of the address or by the account id, with state and reason', async () => {
    const owner = await app.registerOwner({ email: `needle-${randomUUID()}@example.com` });
    await app.createSubAccount(owner);
    await disable(owner.userId, 'Spam');
    await disable(owner.userId, 'Spam, twice');
    const { list } = await owners({ search: 'NEEDLE-' });
    expect(list).toMatchObject([
      {
        id: owner.userId,
        email: owner.email,
        tenant: null,
        subAccounts: 1,
        disabled: { reason: 'Spam, twice' },
      },
    ]);
    expect((await owners({ search: list[0]?.accountId ?? 'none' })).list).toMatchObject([
      { id: owner.userId },
    ]);
    expect((await owners({ search: 'needle-', state: 'enabled' })).total).toBe(0);
    await enable(owner.userId);
    expect((await owners({ search: 'needle-', state: 'enabled' })).list[0]?.disabled).toBeNull();
  });

  it('answers 404 for an id that is no owner’s', async () => {
    expect((await disable(randomUUID())).status).toBe(404);
    expect((await enable(randomUUID())).status).toBe(404);
  });
});
