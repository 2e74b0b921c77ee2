import type { Audience } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId, type TenantId, trustWorkspaceId } from '../ids.ts';
import { createAdmission } from './admission.ts';
import { createAccessTokens, type SignedIn } from './caller.ts';
import type { RequestedTenant } from './tenancy.ts';

const noon = Date.UTC(2026, 0, 5, 12);
const tokens = createAccessTokens(['secret'.repeat(6)], () => noon, {
  open: async () => true,
  state: async () => 'open',
});

const workspaceId = trustWorkspaceId(newId());
const owner: SignedIn = { audience: 'console', userId: newId(), workspaceId, sessionId: newId() };
const operator: SignedIn = { audience: 'operator', userId: newId(), sessionId: newId() };
const visitor: SignedIn = {
  audience: 'visitor',
  visitorId: newId(),
  workspaceId,
  socialAccountId: newId(),
  language: null,
};

// The fakes below compare ids and nothing else.
const [ours, theirs] = [newId() as TenantId, newId() as TenantId];

/** The tenant of the workspace, and the tenants that requests can name, by header or host. */
let home: TenantId | null;
let tenants: Map<string, RequestedTenant>;
let asked: { header: string | undefined; host: string }[];
let mustChange: string[];
beforeEach(() => {
  home = null;
  tenants = new Map([['parley.test', { id: null, enabled: true }]]);
  asked = [];
  mustChange = [];
});

const admission = createAdmission({
  tokens,
  tenancy: {
    async resolve(question) {
      asked.push(question);
      return tenants.get(question.header ?? question.host) ?? null;
    },
    tenantOf: async () => home,
  },
  passwordMustChange: async (userId) => mustChange.includes(userId),
});

const signed = (caller: SignedIn) => tokens.sign(caller, noon + 60_000);

// Admission reads nothing else of a request.
const requestOf = (headers: Record<string, string>, host = 'Parley.test.:8443') =>
  ({ headers, host }) as unknown as FastifyRequest;

async function admit(caller: SignedIn | null, audience: readonly [Audience, ...Audience[]], headers = {}) {
  const authorization = caller === null ? {} : { authorization: `Bearer ${await signed(caller)}` };
  return admission.admit(requestOf({ ...authorization, ...headers }), { audience });
}

const refusal = (error: string) => expect.objectContaining({ error });

describe('admit', () => {
  it('returns the bearer of a token of the endpoint’s audiences', async () => {
    expect(await admit(owner, ['desk', 'console'])).toEqual({ caller: owner, tenantId: null });
    expect(await admit(visitor, ['visitor'])).toEqual({ caller: visitor, tenantId: null });
    expect(await admit(operator, ['operator'])).toEqual({ caller: operator, tenantId: null });
  });

  it('refuses a token of another audience', async () => {
    await expect(admit(owner, ['desk'])).rejects.toEqual(refusal('auth.wrong-audience'));
    await expect(admit(owner, ['visitor'])).rejects.toEqual(refusal('auth.wrong-audience'));
  });

  it('reads no token for a public endpoint', async () => {
    expect(await admit(owner, ['public'])).toEqual({ caller: { audience: 'public' }, tenantId: null });
    expect(await admit(null, ['console', 'public'])).toMatchObject({ caller: { audience: 'public' } });
  });

  it('accepts the scheme in either case, and no other scheme', async () => {
    const token = await signed(owner);
    const endpoint = { audience: ['console'] } as const;
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(
        await admission.admit(requestOf({ authorization: `${scheme} ${token}` }), endpoint),
      ).toMatchObject({ caller: owner });
    for (const authorization of [`Basic ${token}`, token, 'Bearer', 'Bearer ', ''])
      await expect(admission.admit(requestOf({ authorization }), endpoint)).rejects.toEqual(
        refusal('auth.required'),
      );
  });

  it('requires a login without a token, and a pass from visitors', async () => {
    await expect(admit(null, ['console'])).rejects.toEqual(refusal('auth.required'));
    await expect(admit(null, ['visitor'])).rejects.toEqual(refusal('auth.pass-required'));
  });

  it('refuses a forged token with its own error, and a visitor’s by requiring a new pass', async () => {
    const headers = { authorization: 'Bearer made.up' };
    await expect(admit(null, ['console'], headers)).rejects.toEqual(refusal('auth.token-illegal'));
    await expect(admit(null, ['visitor'], headers)).rejects.toEqual(refusal('auth.pass-required'));
  });

  it('restricts an operator with a generated password until it is changed', async () => {
    mustChange = [operator.userId];
    await expect(admit(operator, ['operator'])).rejects.toEqual(refusal('auth.password-change-required'));
    const request = requestOf({ authorization: `Bearer ${await signed(operator)}` });
    const change = { audience: ['operator'], beforePasswordChange: true } as const;
    expect(await admission.admit(request, change)).toMatchObject({ caller: operator });
    mustChange = [owner.userId];
    expect(await admit(owner, ['console'])).toMatchObject({ caller: owner });
  });
});

describe('tenants of requests', () => {
  it('resolves the tenant by header and host, whatever way the host is written', async () => {
    tenants.set('brand', { id: ours, enabled: true });
    home = ours;
    expect(await admit(owner, ['console'], { 'tenant-id': 'brand' })).toEqual({
      caller: owner,
      tenantId: ours,
    });
    home = null;
    await admit(owner, ['console'], { 'tenant-id': '' });
    expect(asked).toEqual([
      { header: 'brand', host: 'parley.test' },
      { header: undefined, host: 'parley.test' },
    ]);
  });

  it('refuses a request for an unknown tenant', async () => {
    const headers = { 'tenant-id': 'none' };
    await expect(admit(null, ['public'], headers)).rejects.toEqual(refusal('tenant.not-found'));
  });

  it('admits only the operator to a disabled tenant', async () => {
    tenants.set('brand', { id: ours, enabled: false });
    home = ours;
    const headers = { 'tenant-id': 'brand' };
    await expect(admit(owner, ['console'], headers)).rejects.toEqual(refusal('tenant.not-found'));
    await expect(admit(null, ['public'], headers)).rejects.toEqual(refusal('tenant.not-found'));
    expect(await admit(operator, ['operator'], headers)).toEqual({ caller: operator, tenantId: ours });
  });

  it('refuses a session at another tenant than its workspace’s', async () => {
    home = theirs;
    await expect(admit(owner, ['console'])).rejects.toEqual(refusal('auth.required'));
    await expect(admit(visitor, ['visitor'])).rejects.toEqual(refusal('auth.pass-required'));
    expect(await admit(null, ['public'])).toMatchObject({ tenantId: null });
    expect(await admit(operator, ['operator'])).toMatchObject({ caller: operator });
  });

  it('belongs compares a workspace’s tenant with that of the request', async () => {
    home = ours;
    expect(await admission.belongs(workspaceId, ours)).toBe(true);
    expect(await admission.belongs(workspaceId, theirs)).toBe(false);
    expect(await admission.belongs(workspaceId, null)).toBe(false);
  });
});

describe('admitSocket', () => {
  const socket = async (caller: SignedIn, host?: string) =>
    admission.admitSocket(host === undefined ? {} : { host }, await signed(caller));

  it('returns the bearer at the tenant of its workspace, the host without a port and in lower case', async () => {
    expect(await socket(owner, 'Parley.test:8443')).toEqual(owner);
    expect(asked).toEqual([{ header: undefined, host: 'parley.test' }]);
  });

  it('keeps the brackets of an IPv6 address', async () => {
    await socket(owner, '[2001:db8::1]:3000');
    await socket(owner, '[2001:db8::1]');
    expect(asked.map(({ host }) => host)).toEqual(['[2001:db8::1]', '[2001:db8::1]']);
  });

  it('resolves the token’s tenant, whatever the host', async () => {
    home = ours;
    tenants.set(ours, { id: ours, enabled: true });
    expect(await socket(owner)).toEqual(owner);
    expect(asked).toEqual([{ header: ours, host: '' }]);
  });

  it('refuses another tenant’s own host, a disabled tenant, and an unknown one', async () => {
    home = ours;
    tenants.set(ours, { id: theirs, enabled: true });
    expect(await socket(owner)).toBeNull();
    tenants.set(ours, { id: ours, enabled: false });
    expect(await socket(owner)).toBeNull();
    tenants.delete(ours);
    expect(await socket(owner)).toBeNull();
  });

  it('returns the operator at any tenant, and neither visitors nor bearers of forged tokens', async () => {
    tenants.clear();
    expect(await socket(operator, 'brand.test')).toEqual(operator);
    tenants.set('parley.test', { id: null, enabled: true });
    expect(await socket(visitor, 'parley.test')).toBeNull();
    expect(await admission.admitSocket({ host: 'parley.test' }, 'made.up')).toBeNull();
  });
});
