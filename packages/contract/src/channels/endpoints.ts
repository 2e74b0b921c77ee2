import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { mediaKind } from '../conversations/attachments.ts';
import { replyWindow, templateSupport } from '../conversations/reply-window.ts';
import { endpoint, outsideCheckLimit } from '../endpoint.ts';
import {
  batchAnswer,
  exportLimit,
  id,
  idBatch,
  idList,
  nameText,
  page,
  pageQuery,
  sortBy,
  spreadsheetMediaType,
  time,
} from '../values.ts';
import { historyImport, historyRange } from './history-import.ts';

/** `inbound`: by customers. `outbound`: by agents. */
const bothWays = z.object({ inbound: z.boolean(), outbound: z.boolean() });

const capabilities = z.object({
  text: z.object({ maxCodePoints: z.int() }),
  /** The media kinds that can be sent, with the maximum size in bytes. */
  media: z.partialRecord(mediaKind, z.object({ maxBytes: z.int() })),
  deliveryReceipts: z.boolean(),
  readReceipts: z.boolean(),
  markRead: z.boolean(),
  typing: bothWays,
  presence: z.boolean(),
  history: z.boolean(),
  startConversation: z.boolean(),
  /** Messages can refer to the message they reply to. */
  replies: z.boolean(),
  edits: bothWays,
  deletions: bothWays.extend({
    /** Hours after sending within which agents can delete a message; absent: no limit. */
    outboundHours: z.int().optional(),
  }),
  reactions: bothWays,
  /** Group chats; null: not supported. */
  groups: bothWays
    .extend({
      /** The members that are known: all, or those who write or act. */
      members: z.enum(['all', 'seen']),
      mentions: bothWays,
      /** An account enters groups only if the owner lets it accept invitations. */
      invitations: z.boolean(),
      /** Agents can make an account leave a group. */
      leaving: z.boolean(),
    })
    .nullable(),
  /**
   * The business may write, free or at a price, only for a limited time after the customer's last message; absent: at any time,
   * free.
   */
  window: replyWindow.optional(),
  /** Support for message templates; absent: none. */
  templates: templateSupport.optional(),
  /** Messages from before a social account was added can be imported; absent: they can't. */
  historyImport: z
    .object({
      /** The platform provides nothing older; null: everything that it keeps. */
      maxDays: z.int().nullable(),
    })
    .optional(),
});

const credentialField = z.object({
  name: z.string(),
  secret: z.boolean(),
  required: z.boolean(),
  multiline: z.boolean(),
  /** On or off: its value is `true` or absent. */
  toggle: z.boolean(),
  placeholder: z.string().nullable(),
});

export const platformInfo = z.object({
  id: platformId,
  name: z.string(),
  /** False: this installation has no connector for it; only the name is known. */
  available: z.boolean(),
  capabilities: capabilities.nullable(),
  /** The credentials that the owner must enter, in the form's order. */
  fields: z.array(credentialField),
  /** A social account is added by scanning a code, after filling in these fields; null: by its credentials. */
  pairing: z.object({ fields: z.array(credentialField) }).nullable(),
});
export type PlatformInfo = z.output<typeof platformInfo>;

export const platformList = endpoint({
  method: 'GET',
  path: '/api/user/platform/list',
  audience: ['console', 'desk'],
  summary: 'Every platform with its name, its connector’s capabilities and the credentials it requires.',
  answer: z.array(platformInfo),
});

/**
 * The state of a connection, see the connector port: `refused` needs the owner's action, `connecting` retries automatically.
 * Parley's own reasons are codes of `ownReasons`, such as `port-limit 5` with its number, or of `proxyFaults`; others are the
 * platform's sentences.
 */
export const connectionState = z.enum(['connecting', 'online', 'offline', 'refused']);
export type ConnectionState = z.output<typeof connectionState>;

/**
 * interrupted: the connection was lost. port-limit: all ports of the sub-account are taken. port-pool: the workspace has no
 * free port. proxy-missing: the chosen proxy was deleted. sub-account-disabled, not-permitted: see the sub-account.
 */
export const ownReasons = [
  'interrupted',
  'port-limit',
  'port-pool',
  'proxy-missing',
  'sub-account-disabled',
  'not-permitted',
] as const;

/** The status of a social account: its connection state, or `inactive` after a long time offline. */
export const accountStatus = z.enum([...connectionState.options, 'inactive']);

/** The filter of social accounts: a status, or an announced deletion. */
export const accountStatusFilter = z.enum([...accountStatus.options, 'purge-announced']);
export type AccountStatusFilter = z.output<typeof accountStatusFilter>;

/** The choice of a social account's proxy. */
const proxyMode = z.enum(['auto', 'chosen', 'direct']);

export const socialAccount = z.object({
  id,
  platform: platformId,
  name: z.string(),
  /** The account's own name on the platform, e.g. `@shop_bot`. */
  handle: z.string(),
  subAccountId: id,
  subAccountRemark: z.string(),
  enabled: z.boolean(),
  state: connectionState,
  /** The reason for being refused or unreachable. */
  stateReason: z.string().nullable(),
  stateSince: time,
  /** The time at which it was last online; null: never. */
  lastOnlineAt: time.nullable(),
  /** True if it has been offline for longer than the workspace's setting allows. */
  inactive: z.boolean(),
  /**
   * The time at which it will be deleted with its data, unless it comes online or no work order’s link shows it any more; null:
   * no deletion is announced.
   */
  purgeAt: time.nullable(),
  /** The number of inbound messages that could not be stored and await the owner. */
  quarantined: z.int(),
  fansToday: z.object({ new: z.int(), repeat: z.int() }),
  fansTotal: z.object({ new: z.int(), repeat: z.int(), base: z.int() }),
  /**
   * The route to the platform. `auto`: a proxy of the sub-account's range, if there is one. `chosen`: that proxy, or no
   * connection. `direct`: no proxy. `id` and `name` are those of the proxy in use; null: none.
   */
  proxy: z.object({ mode: proxyMode, id: id.nullable(), name: z.string().nullable() }),
  /** True if the owner lets it accept group invitations; null: its platform doesn't ask for agreement. */
  joinsGroups: z.boolean().nullable(),
  /** True if its platform has message templates. */
  templates: z.boolean(),
  /** True if it is paired by a code instead of entered credentials. */
  pairs: z.boolean(),
  /** The import of its history; null: its platform provides none. */
  history: z
    .object({
      /** The platform provides nothing older; null: everything that it keeps. */
      maxDays: z.int().nullable(),
      /** The latest import; null: none was started. */
      latest: historyImport.nullable(),
    })
    .nullable(),
  createdAt: time,
  /** Website chats only: the script tag that embeds the chat widget in a page. */
  embed: z.string().nullable(),
  /**
   * The address that the owner enters on the platform for their own app; null: nothing to enter. Requires an installation with
   * a public https address.
   */
  webhookAddress: z.string().nullable(),
});
export type SocialAccount = z.output<typeof socialAccount>;

/** The columns that the list can be sorted by. */
export const socialAccountSort = sortBy(['name', 'stateSince', 'lastOnlineAt', 'createdAt']);
export type SocialAccountSort = z.output<typeof socialAccountSort>;

const filters = {
  search: z.string().max(100).optional(),
  platform: platformId.optional(),
  subAccountId: id.optional(),
  state: accountStatusFilter.optional(),
  sort: socialAccountSort.default('createdAt.desc'),
};

export const socialAccountPage = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/page',
  audience: ['console'],
  summary: 'The workspace’s social accounts with their states, newest first unless sorted.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(socialAccount),
});

export const exportSocialAccounts = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/export',
  audience: ['console'],
  summary:
    'The social accounts as a spreadsheet, with the same filters and order, in the caller’s language. It has no credentials.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const socialAccountNames = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/names',
  audience: ['console'],
  summary: 'The names of these social accounts, at most 50. Unknown ones are left out.',
  query: z.strictObject({ ids: idList }),
  answer: z.object({ list: z.array(socialAccount.pick({ id: true, platform: true, name: true })) }),
});

/** Maximum number of refused accounts that a summary names; the others are only counted. */
export const refusedInSummary = 50;

export const socialAccountSummary = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/summary',
  audience: ['console'],
  summary:
    'Totals of the workspace’s social accounts, and the accounts that need their owner’s action, latest first.',
  answer: z.object({
    total: z.int(),
    online: z.int(),
    /** Offline for longer than the workspace's setting. */
    inactive: z.int(),
    /** Accounts with an announced deletion, and the time of the first one. */
    purge: z.object({ announced: z.int(), firstAt: time.nullable() }),
    /** Enabled accounts that don't work for a reason that needs the owner's action. */
    refused: z.object({
      total: z.int(),
      list: z
        .array(
          socialAccount.pick({ id: true, platform: true, name: true, stateReason: true, stateSince: true }),
        )
        .max(refusedInSummary),
    }),
    fansToday: socialAccount.shape.fansToday,
    fansTotal: socialAccount.shape.fansTotal,
  }),
});
export type SocialAccountSummary = z.output<(typeof socialAccountSummary)['answer']>;

export const socialAccountForm = z.strictObject({
  platform: platformId,
  subAccountId: id,
  name: nameText(50),
  /** As declared by the platform's `fields`; verified with the platform before anything is stored. */
  credentials: z.record(
    z.string().max(50),
    z.union([z.string().max(4096), z.array(z.string().max(300)).max(50)]),
  ),
  /** The range of history to import, if the platform provides it; default: 30 days. */
  history: z.enum([...historyRange.options, 'none']).optional(),
});
export type SocialAccountForm = z.output<typeof socialAccountForm>;

export const addSocialAccount = endpoint({
  method: 'POST',
  path: '/api/user/socialAccount/create',
  audience: ['console'],
  summary: 'Checks the credentials with the platform, stores them encrypted and connects.',
  body: socialAccountForm,
  answer: socialAccount,
  errors: [
    'channel.platform-unknown',
    'channel.refused',
    'channel.unreachable',
    'channel.already-added',
    'channel.app-unknown',
    'sub-account.not-found',
    'sub-account.platform-not-permitted',
  ],
  rateLimit: outsideCheckLimit,
  audit: 'social-account.created',
});

export const setSocialAccountEnabled = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/enabled',
  audience: ['console'],
  summary: 'Connects or disconnects a social account. Messages and fans are kept.',
  body: z.strictObject({ id, enabled: z.boolean() }),
  answer: socialAccount,
  audit: ['social-account.enabled', 'social-account.disabled'],
});

export const enableSocialAccounts = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/enable',
  audience: ['console'],
  summary: 'Connects or disconnects social accounts: all of these, or none. Messages and fans stay.',
  body: z.strictObject({ ids: idBatch, enabled: z.boolean() }),
  answer: batchAnswer,
  audit: ['social-account.enabled', 'social-account.disabled'],
});

export const setSocialAccountProxy = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/proxy',
  audience: ['console'],
  summary: 'Sets how a social account reaches its platform; it reconnects.',
  body: z
    .strictObject({ socialAccountId: id, mode: proxyMode, proxyId: id.nullable() })
    .refine((it) => (it.mode === 'chosen') === (it.proxyId !== null), {
      path: ['proxyId'],
      params: { rule: 'empty' },
    }),
  answer: socialAccount,
  errors: ['proxy.not-found', 'proxy.not-for-account'],
  audit: 'social-account.proxy-changed',
});

export const setSocialAccountGroups = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/groups',
  audience: ['console'],
  summary:
    'Sets whether a social account accepts group invitations and takes part in the groups it has accepted; it reconnects.',
  body: z.strictObject({ id, joinsGroups: z.boolean() }),
  answer: socialAccount,
  errors: ['channel.no-invitations'],
  audit: 'social-account.changed',
});

export const deskSocialAccount = socialAccount
  .pick({ id: true, platform: true, name: true, handle: true, state: true, stateReason: true })
  .extend({
    unread: z.int(),
    /** The number of conversations with unread messages. */
    unreadConversations: z.int(),
    /** True if the sub-account's agents are not alerted to its messages. */
    muted: z.boolean(),
    /** True if it belongs to another sub-account that has handed over conversations; unread counts cover only those. */
    guest: z.boolean(),
    capabilities: capabilities.nullable(),
  });
export type DeskSocialAccount = z.output<typeof deskSocialAccount>;

export const deskSocialAccounts = endpoint({
  method: 'GET',
  path: '/api/desk/socialAccounts',
  audience: ['desk'],
  summary: 'This sub-account’s social accounts with their states and unread counts.',
  answer: z.array(deskSocialAccount),
});

export const muteSocialAccount = endpoint({
  method: 'PUT',
  path: '/api/desk/socialAccounts/muted',
  audience: ['desk'],
  summary:
    'Sets whether this sub-account’s agents are alerted to messages of a social account, in all their desks.',
  body: z.strictObject({ socialAccountId: id, muted: z.boolean() }),
  answer: z.object({ socialAccountId: id, muted: z.boolean() }),
  audit: { none: 'The agents’ own choice of what they are alerted to.' },
});
