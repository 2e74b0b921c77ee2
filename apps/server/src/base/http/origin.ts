import type { AuditActorKind } from '@parley/contract/audit';
import type { FastifyRequest } from 'fastify';
import type { TenantId, WorkspaceId } from '../ids.ts';
import { readAddress } from './address.ts';
import type { Caller } from './caller.ts';

/** The acting person or process; `id` is null for an unauthenticated caller. */
export type Actor = { kind: AuditActorKind; id: string | null; workspaceId: WorkspaceId | null };

/** The actor of a request and where it comes from, for the audit log. */
export type RequestOrigin = {
  actor: Actor;
  /** Null: not a request. */
  address: string | null;
  userAgent: string | null;
  /** The tenant of the request; null: the installation's own. */
  tenantId: TenantId | null;
};

/** The origin of the server's own actions. */
export const systemOrigin: RequestOrigin = {
  actor: { kind: 'system', id: null, workspaceId: null },
  address: null,
  userAgent: null,
  tenantId: null,
};

const longestUserAgent = 300;

export function originOf(request: FastifyRequest): RequestOrigin {
  const userAgent = request.headers['user-agent'];
  return {
    actor: actorOf(request.caller),
    address: readAddress(request),
    userAgent: userAgent ? printable(userAgent).slice(0, longestUserAgent) : null,
    tenantId: request.tenantId,
  };
}

/** Returns the origin with the caller as actor, once a login has identified them. */
export function withActor(origin: RequestOrigin, caller: Caller): RequestOrigin {
  return { ...origin, actor: actorOf(caller) };
}

function actorOf(caller: Caller): Actor {
  switch (caller.audience) {
    case 'console':
      return { kind: 'owner', id: caller.userId, workspaceId: caller.workspaceId };
    case 'desk':
      return { kind: 'sub-account', id: caller.subAccountId, workspaceId: caller.workspaceId };
    case 'operator':
      return { kind: 'operator', id: caller.userId, workspaceId: null };
    case 'visitor':
      return { kind: 'anonymous', id: null, workspaceId: caller.workspaceId };
    case 'public':
      return { kind: 'anonymous', id: null, workspaceId: null };
  }
}

const printable = (text: string) => text.toWellFormed().replaceAll(/\p{Cc}/gu, '\ufffd');
