import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import {
  type AuditAction,
  type AuditActorKind,
  auditActions,
  auditActorNames,
  auditLogPage,
  operatorAuditLogPage,
} from '@parley/contract/audit';
import { calendarDay } from '@parley/contract/characters';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

export type AuditFilters = {
  from?: string | undefined;
  to?: string | undefined;
  actorKind?: AuditActorKind | undefined;
  actor?: string | undefined;
  action?: AuditAction | undefined;
  object?: string | undefined;
  address?: string | undefined;
};
export type OperatorAuditFilters = AuditFilters & { workspaceId?: string | undefined };

// Object.keys of an object literal returns its keys.
export const actorKinds = Object.keys(auditActorNames) as AuditActorKind[];
export const actions = Object.keys(auditActions) as AuditAction[]; // see above

const fields = auditLogPage.query.shape;
const given = (query: URLSearchParams, name: string) => query.get(name) ?? undefined;

export const isAddress = (text: string) => fields.address.safeParse(text).success;
export const isId = (text: string) => id.safeParse(text).success;

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readAuditFilters(query: URLSearchParams): AuditFilters {
  return {
    from: calendarDay.safeParse(query.get('from')).data,
    to: calendarDay.safeParse(query.get('to')).data,
    actorKind: fields.actorKind.safeParse(given(query, 'actorKind')).data,
    actor: fields.actor.safeParse(given(query, 'actor')).data,
    action: fields.action.safeParse(given(query, 'action')).data,
    object: fields.object.safeParse(given(query, 'object')).data,
    address: fields.address.safeParse(given(query, 'address')).data,
  };
}

export function readOperatorAuditFilters(query: URLSearchParams): OperatorAuditFilters {
  return { ...readAuditFilters(query), workspaceId: id.safeParse(query.get('workspaceId')).data };
}

const pageSize = 50;
const place = (cursor: string) => ({ pageSize, ...(cursor === '' ? {} : { cursor }) });

export const auditLog = (client: Client, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.auditLog, filters],
    queryFn: ({ signal, pageParam }) =>
      client.call(auditLogPage, { query: { ...filters, ...place(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof auditLogPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const operatorAuditLog = (client: Client, filters: OperatorAuditFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.auditLog, 'operator', filters],
    queryFn: ({ signal, pageParam }) =>
      client.call(operatorAuditLogPage, { query: { ...filters, ...place(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof operatorAuditLogPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
