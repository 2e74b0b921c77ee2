/** Audit log entries: more than one page, with most kinds. */

import type * as contract from '@parley/contract';
import * as auditApi from '@parley/contract/audit';
import { type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

type Entry = auditApi.OperatorAuditEntry;

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';
const workspaceId = sampleId(13, 1);
const nobody = { actorId: null, actorName: '' };
const nothing = { objectKind: null, objectId: null, objectName: '' } as const;
const owner = { actorKind: 'owner', actorId: sampleId(9, 1), actorName: 'owner@example.com' } as const;
const agent = { actorKind: 'sub-account', actorId: sampleId(4, 1), actorName: 'agent-5eg' } as const;
const operator = {
  actorKind: 'operator',
  actorId: sampleId(15, 1),
  actorName: 'operator@example.com',
} as const;

const acts: readonly Partial<Entry>[] = [
  {
    action: 'login.refused',
    actorKind: 'anonymous',
    ...nobody,
    address: '198.51.100.23',
    objectKind: 'sub-account',
    objectId: sampleId(4, 2),
    objectName: 'agent-5fh',
    details: { limitReached: true },
  },
  {
    action: 'records.exported',
    objectKind: 'records',
    objectId: 'character-usage',
    objectName: '',
  },
  {
    action: 'chat-history.read',
    objectKind: 'conversation',
    objectId: sampleId(2, 1),
    objectName: 'María José Carreño Quiñones',
  },
  {
    action: 'characters.allocated',
    objectKind: 'sub-account',
    objectId: sampleId(4, 1),
    objectName: 'agent-5eg',
    details: { amount: 5_000, remark: 'For the weekend' },
  },
  {
    action: 'social-account.proxy-changed',
    objectKind: 'social-account',
    objectId: sampleId(3, 2),
    objectName: 'Telegram shop',
    details: { mode: 'chosen', proxyId: sampleId(16, 2) },
  },
  {
    action: 'characters.granted',
    ...operator,
    objectKind: 'owner',
    objectId: sampleId(9, 1),
    objectName: 'owner@example.com',
    details: { amount: 1_000_000 },
  },
  { action: 'login.succeeded', ...agent, address: '2001:db8:85a3::8a2e:370:7334' },
  {
    action: 'system-settings.changed',
    ...operator,
    workspaceId: null,
    ownerEmail: '',
    objectKind: 'settings',
    objectId: 'system',
    objectName: '',
    details: { brandName: 'Parley', registrationOpen: false },
  },
];

function entries(): Entry[] {
  return Array.from({ length: 64 }, (_, at) => ({
    id: sampleId(18, 64 - at),
    time: sampleTime - at * 3_600_000,
    action: 'login.succeeded',
    ...owner,
    ...nothing,
    address: '203.0.113.7',
    userAgent: browser,
    details: {},
    workspaceId,
    ownerEmail: 'owner@example.com',
    tenantId: null,
    ...acts[at % acts.length],
  }));
}

type Query = contract.ParsedRequestOf<typeof auditApi.operatorAuditLogPage>['query'];

function matches(one: Entry, query: Query): boolean {
  const wanted = (value: string | undefined, ...own: (string | null)[]) =>
    value === undefined || own.some((text) => text?.toLowerCase() === value.toLowerCase());
  const day = new Date(one.time).toISOString().slice(0, 10);
  return (
    (query.from === undefined || day >= query.from) &&
    (query.to === undefined || day <= query.to) &&
    wanted(query.action, one.action) &&
    wanted(query.actorKind, one.actorKind) &&
    wanted(query.actor, one.actorId, one.actorName) &&
    wanted(query.object, one.objectId, one.objectName) &&
    wanted(query.address, one.address) &&
    wanted(query.workspaceId, one.workspaceId)
  );
}

function pageOf<Item>(
  list: readonly Item[],
  { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
) {
  const from = Number(cursor ?? 0);
  const next = from + pageSize;
  return { list: list.slice(from, next), nextCursor: next < list.length ? String(next) : null };
}

/** Returns an entry as owners see it: without the operator's name and address. */
function shown({ workspaceId: _, ownerEmail, tenantId, ...entry }: Entry): auditApi.AuditEntry {
  return entry.actorKind === 'operator' ? { ...entry, ...nobody, address: null, userAgent: null } : entry;
}

/** `busy`: there are entries. */
export function auditRoutes(busy: boolean): Route[] {
  const all = busy ? entries() : [];
  return [
    route(auditApi.auditLogPage, ({ query }) =>
      pageOf(all.filter((one) => one.workspaceId !== null && matches(one, query)).map(shown), query),
    ),
    route(auditApi.operatorAuditLogPage, ({ query }) =>
      pageOf(
        all.filter((one) => matches(one, query)),
        query,
      ),
    ),
  ];
}
