/** The audit log: who did what, when and from where. */
import { z } from 'zod';
import { calendarDay } from '../characters/records.ts';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, exportLimit, id, spreadsheetMediaType, time } from '../values.ts';
import { type AuditAction, auditActions, auditActorNames, auditObjectKindNames } from './actions.ts';

// The keys of an object literal are exactly its declared ones.
const actorKinds = Object.keys(auditActorNames) as [keyof typeof auditActorNames];
const auditActorKind = z.enum(actorKinds);
export type AuditActorKind = z.output<typeof auditActorKind>;

/** The kinds of things that entries can refer to. */
const objectKinds = Object.keys(auditObjectKindNames) as [keyof typeof auditObjectKindNames]; // as above
const auditObjectKind = z.enum(objectKinds);
export type AuditObjectKind = z.output<typeof auditObjectKind>;

const actionNames = Object.keys(auditActions) as [AuditAction]; // as above
const auditAction = z.enum(actionNames);

const filters = {
  /** The first and last day, inclusive: of the workspace's calendar, or in UTC for the operator. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  actorKind: auditActorKind.optional(),
  /** A person's id, or the name at that time. */
  actor: z.string().trim().min(1).max(320).optional(),
  action: auditAction.optional(),
  /** A thing's id, or the name at that time. */
  object: z.string().trim().min(1).max(320).optional(),
  /** An address, or a network such as `203.0.113.0/24`. */
  address: z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).optional(),
};

const operatorFilters = { ...filters, workspaceId: id.optional() };

const entry = z.object({
  id,
  time,
  action: auditAction,
  actorKind: auditActorKind,
  actorId: z.string().nullable(),
  /** The name at that time: an e-mail address or account name; empty if there is none. */
  actorName: z.string(),
  objectKind: auditObjectKind.nullable(),
  objectId: z.string().nullable(),
  /** The name at that time. */
  objectName: z.string(),
  /** Null for the system, and, in an owner's log, for actions of the operator. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Further details, e.g. an amount; never a secret. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.output<typeof entry>;

const operatorEntry = entry.extend({
  workspaceId: z.string().nullable(),
  /** The current e-mail address of the workspace's owner; empty if there is none. */
  ownerEmail: z.string(),
  tenantId: z.string().nullable(),
});
export type OperatorAuditEntry = z.output<typeof operatorEntry>;

export const auditLogPage = endpoint({
  method: 'GET',
  path: '/api/user/auditLog/page',
  audience: ['console'],
  summary: 'Actions in the workspace, latest first.',
  query: z.strictObject({ ...cursorQuery, ...filters }),
  answer: cursorPage(entry),
});

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/user/auditLog/exportExcel',
  audience: ['console'],
  summary: 'The workspace’s audit log as a spreadsheet, with the same filters, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const operatorAuditLogPage = endpoint({
  method: 'GET',
  path: '/api/operator/auditLog/page',
  audience: ['operator'],
  summary: 'Actions in the whole installation, latest first.',
  query: z.strictObject({ ...cursorQuery, ...operatorFilters }),
  answer: cursorPage(operatorEntry),
});

export const exportOperatorAuditLog = endpoint({
  method: 'GET',
  path: '/api/operator/auditLog/exportExcel',
  audience: ['operator'],
  summary: 'The installation’s audit log as a spreadsheet, with the same filters, in the caller’s language.',
  query: z.strictObject(operatorFilters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});
