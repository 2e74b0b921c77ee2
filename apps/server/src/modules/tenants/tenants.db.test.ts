import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as settingsApi from '@parley/contract/settings';
import * as tenantsApi from '@parley/contract/tenants';
import * as visitorApi from '@parley/contract/visitor';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { RawAnswer } from '../../testing/test-client.ts';
import { createTestPeople } from '../../testing/test-people.ts';
import { connectSocket } from '../../testing/test-socket.ts';

const config = { TENANTS: 'on', TRUST_PROXY: '127.0.0.1' };
type Form = contract.RequestOf<typeof tenantsApi.createTenant>['body'];
const form = (own: Partial<Form> = {}): Form => ({
  name: 'Acme',
  hosts: [],
  brandName: 'Acme Chat',
  logoFileId: null,
  enabled: true,
  registrationOpen: true,
  ...own,
});

let app: TestApp;
let operator: string;
beforeAll(async () => {
  app = await startTestApp({ config });
  operator = await app.operatorToken();
});
afterAll(() => app.close());

const make = (own = {}) => app.call(tenantsApi.createTenant, { body: form(own) }, operator);
const change = ({ id, version }: tenantsApi.Tenant, own = {}) =>
  app.call(tenantsApi.updateTenant, { params: { id }, body: { ...form(own), version } }, operator);
const newHost = () => `${randomUUID()}.example`;
/** The headers of a reverse proxy. */
const onHost = (host: string, id?: string) => ({
  'x-forwarded-host': host,
  ...(id === undefined ? {} : { 'tenant-id': id }),
});
const configOf = (headers: Record<string, string>, on = app) =>
  on.send(settingsApi.getSystemConfig, {}, undefined, headers);
const tenantIn = (answer: RawAnswer) => settingsApi.getSystemConfig.answer.parse(answer.body.data).tenantId;
const notFound = { status: 404, body: { code: 404, data: { error: 'tenant.not-found' } } };

describe('the operator', () => {
  it('creates, sees, changes and deletes tenants', async () => {
    const host = newHost();
    const made = await make({ name: ' Acme ', hosts: [host.toUpperCase()] });
    expect(made).toMatchObject({ name: 'Acme', hosts: [host], version: 1, workspaces: 0, logo: null });
    const { list, total } = await app.call(tenantsApi.tenantPage, { query: {} }, operator);
    expect(list).toContainEqual(made);
    expect(total).toBe(list.length);
    const changed = await change(made, { name: 'Other', hosts: [] });
    expect(changed).toEqual({ ...made, name: 'Other', hosts: [], version: 2 });
    await expect(change(made)).rejects.toMatchObject({ status: 409, error: 'resource.stale' });
    await app.call(tenantsApi.deleteTenant, { params: { id: made.id } }, operator);
    expect(await configOf({ 'tenant-id': made.id })).toMatchObject(notFound);
  });
});

describe('a request’s tenant', () => {
  it('a request’s tenant is that of its host, else that of its header, else the installation itself', async () => {
    const host = newHost();
    const [one, other] = [await make({ hosts: [host] }), await make()];
    expect(tenantIn(await configOf({}))).toBeNull();
    expect(tenantIn(await configOf(onHost('elsewhere.example')))).toBeNull();
    expect(tenantIn(await configOf({ 'tenant-id': other.id }))).toBe(other.id);
    for (const own of [host, host.toUpperCase(), `${host}:8443`]) {
      expect(tenantIn(await configOf(onHost(own)))).toBe(one.id);
      expect(tenantIn(await configOf(onHost(own, one.id)))).toBe(one.id);
    }
    // On a tenant's own host, the header can't select another tenant.
    expect(await configOf(onHost(host, other.id))).toMatchObject(notFound);
  });

  it.each(['x', '', randomUUID(), '%00', "' or 1=1"])(
    '"%s" in the header is accepted only if it exists',
    async (id) => {
      const answer = await configOf({ 'tenant-id': id });
      if (id === '') expect(tenantIn(answer)).toBeNull();
      else expect(answer).toMatchObject(notFound);
    },
  );

  it('shows its own brand', async () => {
    const { id } = await make({ brandName: '奥克米', registrationOpen: false });
    const shown = async (headers: Record<string, string>) =>
      settingsApi.getSystemConfig.answer.parse((await configOf(headers)).body.data);
    expect(await shown({ 'tenant-id': id })).toMatchObject({
      brand: { name: '奥克米', logo: null },
      registrationOpen: false,
      tenants: true,
      tenantId: id,
    });
    expect(await shown({})).toMatchObject({
      brand: { name: 'Parley' },
      registrationOpen: true,
      tenantId: null,
    });
  });
});

describe('people', () => {
  it('people with one address have an account at each tenant, with separate passwords and mails in its name', async () => {
    const tenant = await make({ brandName: 'Acme Chat' });
    const there = app.at(tenant.id);
    const email = `ana-${randomUUID()}@example.com`;
    const own = await createTestPeople(app).registerOwner({ email });
    const people = createTestPeople(there);
    // Codes are limited per address, whichever tenant sends them, and one was sent a moment ago.
    await expect(people.registerOwner({ email })).rejects.toMatchObject({ error: 'identity.code-too-soon' });
    const other = await people.registerOwner();
    const { list } = await app.call(operatorApi.mailPage, { query: { search: other.email } }, operator);
    expect(list[0]?.subject).toBe('Your Acme Chat registration code');
    expect(other.workspaceId).not.toBe(own.workspaceId);
    const { list: all } = await app.call(tenantsApi.tenantPage, { query: {} }, operator);
    expect(all.find((one) => one.id === tenant.id)?.workspaces).toBe(1);
  });

  it('requires an invitation code for registration only if the tenant demands it', async () => {
    const { id } = await make();
    const email = `bo-${randomUUID()}@example.com`;
    await app.call(identityApi.getVerificationCode, { query: { email, purpose: 'register' } });
    const code = await app.mailedCode(email);
    const password = 'Lantern42';
    const body = { email, code, password, confirm: password, tgContact: '@bo', agreement: true } as const;
    await expect(app.at(id).call(identityApi.register, { body })).rejects.toMatchObject({
      error: 'identity.wrong-code',
    });
    await app.call(identityApi.register, { body });
  });

  it('refuses registration where it is closed', async () => {
    const { id } = await make({ registrationOpen: false });
    await expect(createTestPeople(app.at(id)).registerOwner()).rejects.toMatchObject({
      status: 403,
      error: 'identity.registration-closed',
    });
  });

  it('logs people in and renews their sessions only at their own tenant, in the console and at the desk', async () => {
    const [one, other] = [app.at((await make()).id), app.at((await make()).id)];
    const owner = await one.registerOwner();
    const agent = await one.createSubAccount(owner);
    const logIns = [
      [identityApi.logIn, { username: owner.email, password: owner.password }],
      [identityApi.deskLogIn, { username: owner.email, password: owner.password }],
      [identityApi.deskLogIn, { username: agent.accountName, password: agent.password }],
    ] as const;
    for (const [endpoint, body] of logIns) {
      await one.call(endpoint, { body });
      for (const elsewhere of [other, app]) {
        await expect(elsewhere.call(endpoint, { body })).rejects.toMatchObject({
          status: 401,
          error: 'identity.wrong-credentials',
        });
      }
    }
    const wrongDoor = { username: agent.accountName, password: agent.password };
    await expect(one.call(identityApi.logIn, { body: wrongDoor })).rejects.toMatchObject({ status: 403 });
    await expect(other.call(identityApi.logIn, { body: wrongDoor })).rejects.toMatchObject({ status: 401 });
    const query = { refreshToken: owner.refreshToken };
    for (const elsewhere of [other, app]) {
      await expect(elsewhere.call(identityApi.refreshToken, { query })).rejects.toMatchObject({
        error: 'identity.invalid-refresh-token',
      });
    }
    await one.call(identityApi.refreshToken, { query });
  });

  it('people of a disabled tenant are refused everywhere until it is enabled again', async () => {
    const host = newHost();
    const tenant = await make({ hosts: [host] });
    const there = app.at(tenant.id);
    const owner = await there.registerOwner();
    const { socket, ended } = await listening(owner.token);
    const { subAccountId } = await there.createSubAccount(owner);
    const visitor = await there.startVisitor(await there.addWebchat(owner, subAccountId));
    const authorization = { ...onHost(host), authorization: `Bearer ${visitor.token}` };
    const stream = await fetch(`${app.url}${visitorApi.visitorStreamPath}`, { headers: authorization });
    expect(stream.status).toBe(200);
    const disabled = await change(tenant, { hosts: [host], enabled: false });
    expect(await stream.text()).toContain('online');
    expect(await ended).toMatchObject({ reason: 'tenant-disabled' });
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    const calls = [
      there.send(identityApi.getProfile, {}, owner.token),
      there.send(identityApi.logIn, { body: { username: owner.email, password: owner.password } }),
      app.send(identityApi.getProfile, {}, owner.token, onHost(host)),
      app.send(settingsApi.getSystemConfig, {}, undefined, onHost(host)),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(notFound);
    await expect(connectSocket(app.url, owner.token)).rejects.toThrow('auth.required');
    // The operator must have access while a tenant is disabled.
    expect((await there.send(tenantsApi.tenantPage, {}, operator)).status).toBe(200);
    await change(disabled, { hosts: [host], enabled: true });
    expect((await there.send(identityApi.getProfile, {}, owner.token)).status).toBe(200);
    await connectSocket(app.url, owner.token).then((again) => again.socket.close());
  });

  it('sends people no mail through another tenant’s host', async () => {
    const host = newHost();
    await make({ hosts: [host] });
    const owner = await app.at((await make()).id).registerOwner();
    await expect(connectSocket(app.url, owner.token, { host })).rejects.toThrow('auth.required');
    await connectSocket(app.url, owner.token).then(({ socket }) => socket.close());
  });

  async function listening(token: string) {
    const { socket } = await connectSocket(app.url, token);
    const ended = new Promise((resolve) => socket.once('ended', resolve));
    return { socket, ended };
  }
});

describe('while tenants are off', () => {
  it('a header and a host have no effect, and the tenants’ people can’t log in', async () => {
    const host = newHost();
    const { id } = await make({ hosts: [host] });
    const owner = await app.at(id).registerOwner();
    const off = await startTestApp({ databaseUrl: app.databaseUrl, config: { TRUST_PROXY: '127.0.0.1' } });
    try {
      for (const headers of [{ 'tenant-id': id }, { 'tenant-id': 'x' }, onHost(host)]) {
        const answer = await configOf(headers, off);
        expect(tenantIn(answer)).toBeNull();
        expect(answer.body.data).toMatchObject({ tenants: false, brand: { name: 'Parley' } });
      }
      const body = { username: owner.email, password: owner.password };
      await expect(off.at(id).call(identityApi.logIn, { body })).rejects.toMatchObject({ status: 401 });
    } finally {
      await off.close();
    }
  });
});
