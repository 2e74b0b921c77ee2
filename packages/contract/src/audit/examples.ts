import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { ownerEmail, userId, workspaceId } from '../identity/examples.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type { AuditEntry, OperatorAuditEntry } from './endpoints.ts';
import type * as endpoints from './index.ts';

const paging = { cursor: exampleCursor, pageSize: 50, pageNo: 1 };
const filters = {
  from: '2026-03-01',
  to: '2026-03-02',
  actorKind: 'owner',
  actor: 'ana',
  action: 'sub-account.changed',
  object: 'Ana',
  address: '203.0.113.0/24',
} as const;

const entry: AuditEntry = {
  id: exampleId('audit-entry'),
  time: exampleTime(-15),
  action: 'sub-account.changed',
  actorKind: 'owner',
  actorId: userId,
  actorName: ownerEmail,
  objectKind: 'sub-account',
  objectId: subAccountId,
  objectName: agent.accountName,
  address: '203.0.113.9',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  details: { 'portLimit.before': 5, 'portLimit.after': 10 },
};
const seen: OperatorAuditEntry = { ...entry, workspaceId, ownerEmail, tenantId: null };

export const examples: ExamplesOf<typeof endpoints> = {
  auditLogPage: { query: { ...paging, ...filters }, answer: { list: [entry], nextCursor: null } },
  exportAuditLog: { query: filters },
  operatorAuditLogPage: {
    query: { ...paging, ...filters, workspaceId },
    answer: { list: [seen], nextCursor: null },
  },
  exportOperatorAuditLog: { query: { ...filters, workspaceId } },
};
