/** Admits callers: verifies the token, its audience and the request's tenant. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Audience, Endpoint } from '@parley/contract';
import { tenantHeader } from '@parley/contract/tenants';
import type { FastifyRequest } from 'fastify';
import type { TenantId, WorkspaceId } from '../ids.ts';
import { hostNameOf } from './address.ts';
import { AppError } from './app-error.ts';
import type { AccessTokens, Caller, SignedIn } from './caller.ts';
import type { RequestTenancy } from './tenancy.ts';

export type Admission = {
  /**
   * Returns the caller, once the endpoint's audiences admit them and the tenant is theirs. Throws the errors that any
   * endpoint can return: see `docs/decisions/0016-codes-of-a-lost-login.md`.
   */
  admit(
    request: FastifyRequest,
    endpoint: Pick<Endpoint, 'audience' | 'beforePasswordChange'>,
  ): Promise<{ caller: Caller; tenantId: TenantId | null }>;
  /**
   * Returns the owner of a socket, or null. A page can't add headers to a handshake, so its tenant is the token's,
   * and only the host of another tenant refuses it.
   */
  admitSocket(headers: IncomingHttpHeaders, token: string): Promise<SocketCaller | null>;
  /** Returns whether a workspace that a request names itself (a visitor's site) belongs to the request's tenant. */
  belongs(workspaceId: WorkspaceId, tenantId: TenantId | null): Promise<boolean>;
};

export type SocketCaller = Exclude<SignedIn, { audience: 'visitor' }>;

type Deps = {
  tokens: AccessTokens;
  tenancy: RequestTenancy;
  /** Returns whether this operator still has the generated password. */
  passwordMustChange(userId: string): Promise<boolean>;
};

export function createAdmission({ tokens, tenancy, passwordMustChange }: Deps): Admission {
  const belongs = async (workspaceId: WorkspaceId, tenantId: TenantId | null) =>
    (await tenancy.tenantOf(workspaceId)) === tenantId;

  async function tenantFor({ headers, host: requested }: FastifyRequest) {
    const header = String(headers[tenantHeader] ?? '');
    const named = header === '' ? undefined : header;
    const tenant = await tenancy.resolve({ header: named, host: hostNameOf(requested) });
    if (tenant === null) throw new AppError('tenant.not-found');
    return tenant;
  }

  /** Treats a workspace's session at another tenant as no session. */
  async function assertAtHome(caller: Caller, tenantId: TenantId | null): Promise<void> {
    if (!('workspaceId' in caller) || (await belongs(caller.workspaceId, tenantId))) return;
    throw new AppError(caller.audience === 'visitor' ? 'auth.pass-required' : 'auth.required');
  }

  return {
    belongs,
    async admit(request, { audience, beforePasswordChange = false }) {
      const tenant = await tenantFor(request);
      const caller = await bearerOf(tokens, request, audience);
      if (
        caller.audience === 'operator' &&
        !beforePasswordChange &&
        (await passwordMustChange(caller.userId))
      )
        throw new AppError('auth.password-change-required');
      // The operator must be able to log in to a disabled tenant.
      if (!tenant.enabled && caller.audience !== 'operator') throw new AppError('tenant.not-found');
      await assertAtHome(caller, tenant.id);
      return { caller, tenantId: tenant.id };
    },
    async admitSocket(headers, token) {
      const checked = await tokens.check(token);
      if (checked instanceof AppError || checked.audience === 'visitor') return null;
      if (checked.audience === 'operator') return checked;
      const id = await tenancy.tenantOf(checked.workspaceId);
      const tenant = await tenancy.resolve({ header: id ?? undefined, host: hostNameOf(headers.host) });
      return tenant?.id === id && tenant.enabled ? checked : null;
    },
  };
}

async function bearerOf(
  tokens: AccessTokens,
  request: FastifyRequest,
  audience: readonly Audience[],
): Promise<Caller> {
  if (audience.includes('public')) return { audience: 'public' };
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  const given = scheme?.toLowerCase() === 'bearer' && token ? token : null;
  const checked = given === null ? new AppError('auth.required') : await tokens.check(given);
  const forVisitors = audience.includes('visitor');
  if (checked instanceof AppError) throw forVisitors ? new AppError('auth.pass-required') : checked;
  if (!audience.includes(checked.audience)) throw new AppError('auth.wrong-audience');
  return checked;
}
