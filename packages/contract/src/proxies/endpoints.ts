/** Proxies through which social accounts reach their platforms. */
import { z } from 'zod';
import { endpoint, outsideCheckLimit } from '../endpoint.ts';
import {
  batchAnswer,
  exportLimit,
  id,
  idBatch,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';

export const proxyProtocol = z.enum(['http', 'https', 'socks5']);
/** `all`: for the social accounts of every sub-account. `some`: for those of `subAccountIds`. */
const proxyRange = z.enum(['all', 'some']);
export const proxyStatus = z.enum(['untested', 'working', 'failing']);

/** A host name or IP address, IPv6 with or without brackets. */
export const proxyHost = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(/^(\[[\da-f:.]+\]|[\da-f:.]+|[a-z\d_]([a-z\d_.-]*[a-z\d_])?)$/);
export const proxyPort = z.int().min(1).max(65_535);
/** The limit of RFC 1929: 1 to 255 bytes. A colon would end a user name early in HTTP's Basic scheme. */
const within255Bytes = (text: string) => new TextEncoder().encode(text).length <= 255;
export const proxyUserName = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !/[:\p{Cc}]/u.test(text), { params: { rule: 'unprintable' } })
  .refine(within255Bytes, { params: { rule: 'too-many-bytes', max: 255 } });
export const proxyPassword = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !/\p{Cc}/u.test(text), { params: { rule: 'unprintable' } })
  .refine(within255Bytes, { params: { rule: 'too-many-bytes', max: 255 } });

/** The address and credentials of a proxy. */
const access = {
  networkProtocol: proxyProtocol,
  host: proxyHost,
  port: proxyPort,
  proxyUserName,
};
/**
 * The sub-accounts that use it: with `range` `some`, one or more. Their number is bounded, because a page of proxies lists them
 * all.
 */
const application = {
  range: proxyRange,
  subAccountIds: z.array(id).max(1_000),
};
type Application = { range: 'all' | 'some'; subAccountIds: readonly string[] };
const namesSomebody = ({ range, subAccountIds }: Application) => range === 'all' || subAccountIds.length > 0;
const nobodyNamed = { path: ['subAccountIds'], params: { rule: 'empty' } };

const outcome = {
  status: proxyStatus,
  /** The time from the request to the first byte of the response, in ms. */
  latency: z.int().nullable(),
  /** ISO 3166-1 alpha-2, for the exit address. */
  region: z.string().nullable(),
  exitAddress: z.string().nullable(),
  /** The reason for its failure: see `proxyFaults`. */
  problem: z.string().nullable(),
  testedAt: time.nullable(),
};

export const proxy = z.object({
  id,
  name: z.string(),
  networkProtocol: proxyProtocol,
  host: z.string(),
  port: z.int(),
  proxyUserName: z.string(),
  ...application,
  /** The names of the first 20 of `subAccountIds`, in the same order. */
  subAccountNames: z.array(z.string()),
  ...outcome,
  /** The number of social accounts that currently use it. */
  socialAccounts: z.int(),
  version: z.int32(),
  createdAt: time,
});
export type StoredProxy = z.output<typeof proxy>;

/** The columns that the list can be sorted by. */
export const proxySort = sortBy(['name', 'latency', 'testedAt', 'createdAt']);
export type ProxySort = z.output<typeof proxySort>;

const filters = {
  /** A part of the name or host. */
  search: z.string().max(100).optional(),
  networkProtocol: proxyProtocol.optional(),
  status: proxyStatus.optional(),
  /** Only those that this sub-account may use. */
  subAccountId: id.optional(),
  sort: proxySort.default('createdAt.desc'),
};

export const proxyPage = endpoint({
  method: 'GET',
  path: '/api/user/proxy/page',
  audience: ['console'],
  summary: 'The workspace’s proxies, newest first unless sorted. Passwords are never returned.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(proxy),
});

export const exportProxies = endpoint({
  method: 'GET',
  path: '/api/user/proxy/exportExcel',
  audience: ['console'],
  summary:
    'The proxies as a spreadsheet, with the same filters and order, in the caller’s language, without passwords.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const getProxy = endpoint({
  method: 'GET',
  path: '/api/user/proxy/get',
  audience: ['console'],
  summary: 'One proxy, without its password.',
  query: z.strictObject({ proxyId: id }),
  answer: proxy,
  errors: ['proxy.not-found'],
});

export const proxyForm = z
  .strictObject({ name: nameText(50), ...access, proxyPassword, ...application })
  .refine(namesSomebody, nobodyNamed);
export type ProxyForm = z.output<typeof proxyForm>;

export const createProxy = endpoint({
  method: 'POST',
  path: '/api/user/proxy/create',
  audience: ['console'],
  summary: 'Adds a proxy. Protocol, host, port and user must be unique in combination.',
  body: proxyForm,
  answer: proxy,
  errors: ['proxy.private', 'proxy.already-added', 'sub-account.not-found'],
  audit: 'proxy.created',
});

export const proxyChanges = z
  .strictObject({
    proxyId: id,
    version: z.int32(),
    name: nameText(50),
    ...access,
    /** Absent: unchanged. */
    proxyPassword: proxyPassword.optional(),
    ...application,
  })
  .refine(namesSomebody, nobodyNamed);
export type ProxyChanges = z.output<typeof proxyChanges>;

export const updateProxy = endpoint({
  method: 'PUT',
  path: '/api/user/proxy/update',
  audience: ['console'],
  summary:
    'Changes a proxy; social accounts that use it reconnect. Changing its route discards earlier test results.',
  body: proxyChanges,
  answer: proxy,
  errors: [
    'proxy.not-found',
    'proxy.private',
    'proxy.already-added',
    'resource.stale',
    'sub-account.not-found',
  ],
  audit: 'proxy.changed',
});

export const deleteProxies = endpoint({
  method: 'POST',
  path: '/api/user/proxy/delete',
  audience: ['console'],
  summary:
    'Deletes proxies. Social accounts assigned to one of them stay offline until they are assigned another; they never fall back to a direct connection.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['proxy.not-found'],
  audit: 'proxy.deleted',
});

export const testProxy = endpoint({
  method: 'POST',
  path: '/api/user/proxy/test',
  audience: ['console'],
  summary: 'Connects through the proxy to the check service; stores and returns the result.',
  body: z.strictObject({ proxyId: id }),
  answer: proxy,
  errors: ['proxy.not-found'],
  rateLimit: outsideCheckLimit,
  audit: { none: 'Measures, and changes nothing that was decided.' },
});

export const tryProxy = endpoint({
  method: 'POST',
  path: '/api/user/proxy/try',
  audience: ['console'],
  summary:
    'Tests the proxy in a form, whether stored or not. Without a password, uses that of `proxyId`, but only for its host.',
  body: z.strictObject({ ...access, proxyPassword: proxyPassword.optional(), proxyId: id.optional() }),
  answer: z.object(outcome),
  errors: ['proxy.not-found', 'proxy.private'],
  rateLimit: outsideCheckLimit,
  audit: { none: 'Measures and stores nothing.' },
});

/** Maximum number of lines per import. */
export const proxyImportLimit = 500;

export const importProxies = endpoint({
  method: 'POST',
  path: '/api/user/proxy/import',
  audience: ['console'],
  summary:
    'Adds many proxies, one `protocol://user:pass@host:port` per line (user and password percent-encoded if necessary, a name after `#`). Invalid lines are reported and skipped; the others are added.',
  body: z
    .strictObject({ lines: z.string().min(1).max(200_000), ...application })
    .refine(namesSomebody, nobodyNamed),
  answer: z.object({
    added: z.int(),
    problems: z.array(
      z.object({
        /** From 1. */
        line: z.int(),
        /** Without the password. */
        text: z.string(),
        problem: z.enum(['unreadable', 'protocol', 'host', 'port', 'user', 'private', 'double', 'too-many']),
      }),
    ),
  }),
  errors: ['sub-account.not-found'],
  audit: 'proxy.imported',
});
