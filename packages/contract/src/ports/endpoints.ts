/** Ports: one per social account that is online; their number, current holders and past sessions. */
import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { connectionState } from '../channels/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { emailAddress } from '../identity/endpoints.ts';
import {
  cursorPage,
  cursorQuery,
  exportLimit,
  id,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';

export const portSummary = endpoint({
  method: 'GET',
  path: '/api/user/ports/summary',
  audience: ['console'],
  summary: 'The number of ports of the workspace, and their distribution.',
  answer: z.object({
    total: z.int(),
    /** Reserved for sub-accounts with fixed ports, used or not. */
    fixed: z.int(),
    /** Taken by sub-accounts with dynamic ports. */
    dynamicTaken: z.int(),
    /** The ports that can still be reserved or taken; negative if the workspace's number of ports was reduced below them. */
    free: z.int(),
    /** The number of sessions that currently hold a port, fixed or dynamic. */
    online: z.int(),
  }),
});

const holder = {
  id,
  socialAccountId: id,
  platform: platformId,
  name: z.string(),
  handle: z.string(),
  subAccountId: id,
  accountName: z.string(),
  subAccountRemark: z.string(),
};
const filters = { subAccountId: id.optional(), platform: platformId.optional() };

const heldPort = z.object({
  ...holder,
  state: connectionState,
  takenAt: time,
  /** The time until which it is held without a heartbeat. */
  leasedUntil: time,
});
export type HeldPort = z.output<typeof heldPort>;

/** The columns that the list can be sorted by; `subAccount`: its remark. */
export const heldPortSort = sortBy(['name', 'subAccount', 'takenAt']);
export type HeldPortSort = z.output<typeof heldPortSort>;

const heldFilters = {
  ...filters,
  /** A part of the social account's name or handle. */
  search: z.string().max(100).optional(),
  sort: heldPortSort.default('takenAt.desc'),
};

export const heldPortPage = endpoint({
  method: 'GET',
  path: '/api/user/ports/page',
  audience: ['console'],
  summary: 'The ports in use, latest first unless sorted, with their holders.',
  query: z.strictObject({ ...pageQuery, ...heldFilters }),
  answer: page(heldPort),
});

export const exportHeldPorts = endpoint({
  method: 'GET',
  path: '/api/user/ports/export',
  audience: ['console'],
  summary: 'The ports in use as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject(heldFilters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

/** logged-out: disconnected by the agent or the owner. lost: no heartbeat for 90 s. disabled: its sub-account was disabled. */
export const sessionEnd = z.enum(['logged-out', 'lost', 'disabled', 'not-permitted']);

const pastSession = z.object({ ...holder, startedAt: time, endedAt: time, end: sessionEnd });
export type PastSession = z.output<typeof pastSession>;

export const pastSessionPage = endpoint({
  method: 'GET',
  path: '/api/user/ports/pastSessions',
  audience: ['console'],
  summary: 'Past sessions of sub-accounts whose sessions are archived, latest first. Kept for 180 days.',
  query: z.strictObject({ ...cursorQuery, ...filters }),
  answer: cursorPage(pastSession),
});

export const setWorkspacePorts = endpoint({
  method: 'POST',
  path: '/api/operator/ports/set',
  audience: ['operator'],
  summary: 'Sets the number of ports of a workspace. A number below the ports in use ends no session.',
  body: z.strictObject({ ownerEmail: emailAddress, ports: z.int().min(0).max(1_000_000) }),
  answer: z.object({ total: z.int() }),
  errors: ['identity.owner-unknown'],
  audit: 'ports.granted',
});
