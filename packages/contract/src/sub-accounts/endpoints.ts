import { z } from 'zod';
import { platformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { newPassword } from '../identity/endpoints.ts';
import {
  batchAnswer,
  characterCount,
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

/** A deleted one is in no answer any more. */
export const subAccountStatus = z.enum(['normal', 'disabled']);

/** `fixed` holds its ports for itself, used or not; `dynamic` takes them from the free ones as it needs them. */
export const portMode = z.enum(['fixed', 'dynamic']);

/** The range in which a person who was seen before is a repeat: this sub-account, or the whole workspace. */
const fanDedupeScope = z.enum(['sub-account', 'workspace']);

/** The initial allocation; the same limit holds for every later one. */
export const allocationAmount = z.int().min(1).max(1_000_000_000);

/** The most ports that one sub-account may hold or take. */
export const portLimit = z.int().min(0).max(100_000);

/** The automatic allocation of the owner's characters when less than `below` is left. */
export const autoAllocation = z.strictObject({ below: allocationAmount, amount: allocationAmount });
export type AutoAllocation = z.output<typeof autoAllocation>;

/** The settings of a sub-account that its owner decides. */
const decided = {
  remark: nameText(50),
  /** The platforms of its social accounts; null: every platform. */
  platforms: z.array(platformId).min(1).max(50).nullable(),
  /** Unlimited draws on the owner's remainder. */
  unlimited: z.boolean(),
  /** Limited ones only; null: no automatic allocation. */
  autoAllocation: autoAllocation.nullable(),
  portMode,
  portLimit,
  /** May several desks be logged in at once? If not, a new login ends the one before. */
  multiDevice: z.boolean(),
  /** Are customers' profiles shared with the other sub-accounts that share theirs? */
  profileSharing: z.boolean(),
  /** Are customers answered by welcome templates and keyword rules? */
  autoReply: z.boolean(),
  /** Are sessions kept on record once they are over: who was online where, from when to when? */
  sessionArchive: z.boolean(),
  /** True when messages from now on are kept. If not, they are erased a day later, and the console never shows them. */
  saveChatHistory: z.boolean(),
  dedupeScope: fanDedupeScope,
};

export const subAccount = z.object({
  id,
  /** The name that the agent enters at the desk's login; made by the server, unique in the installation. */
  accountName: z.string(),
  status: subAccountStatus,
  /** The sub-account that the owner's own credentials enter: it can be neither disabled nor deleted. */
  isDefault: z.boolean(),
  ...decided,
  remark: z.string(),
  /** The characters that this sub-account can still spend. */
  remaining: z.int(),
  usedToday: characterCount,
  usedTotal: characterCount,
  /** Its sessions: social accounts that are online, of all that it has. */
  socialAccounts: z.object({ online: z.int(), total: z.int() }),
  /** The number of ports that its sessions hold now. */
  portsTaken: z.int(),
  /** Is an agent's desk connected? */
  deskOnline: z.boolean(),
  /** For `updateSubAccount`. */
  version: z.int32(),
  createdAt: time,
});
export type SubAccount = z.output<typeof subAccount>;

/** The columns that the list can be sorted by. */
export const subAccountSort = sortBy(['accountName', 'remark', 'portLimit', 'createdAt']);
export type SubAccountSort = z.output<typeof subAccountSort>;

const filters = {
  /** A part of the account name or of the remark. */
  search: z.string().max(100).optional(),
  status: subAccountStatus.optional(),
  /** May have social accounts of this platform. */
  platform: platformId.optional(),
  characters: z.enum(['limited', 'unlimited']).optional(),
  portMode: portMode.optional(),
  /** Has at least one session online, or none. */
  sessions: z.enum(['online', 'offline']).optional(),
  sort: subAccountSort.default('createdAt.desc'),
};

export const subAccountPage = endpoint({
  method: 'GET',
  path: '/api/user/subAccount/page',
  audience: ['console'],
  summary:
    'The workspace’s sub-accounts, newest first unless sorted; `search` matches account names and remarks.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(subAccount),
});

export const getSubAccount = endpoint({
  method: 'GET',
  path: '/api/user/subAccount/get',
  audience: ['console'],
  summary: 'One sub-account as it is now.',
  query: z.strictObject({ subAccountId: id }),
  answer: subAccount,
  errors: ['sub-account.not-found'],
});

export const subAccountNames = endpoint({
  method: 'GET',
  path: '/api/user/subAccount/names',
  audience: ['console', 'desk'],
  summary:
    'The names of these sub-accounts, at most 50. Unknown ones are left out. Desks know the ids of those that wrote in their conversations.',
  query: z.strictObject({ ids: idList }),
  answer: z.object({
    list: z.array(
      z.object({
        id,
        name: z.string(),
        /** The default one, which the owner alone enters. */
        isOwners: z.boolean(),
      }),
    ),
  }),
});

export const exportSubAccounts = endpoint({
  method: 'GET',
  path: '/api/user/subAccount/exportExcel',
  audience: ['console'],
  summary: 'The sub-accounts as a spreadsheet, with the same filters and order, in the caller’s language.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const subAccountForm = z.strictObject({
  remark: decided.remark,
  unlimited: decided.unlimited,
  platforms: decided.platforms.default(null),
  autoAllocation: decided.autoAllocation.default(null),
  portMode: decided.portMode.default('dynamic'),
  portLimit: decided.portLimit.default(10),
  multiDevice: decided.multiDevice.default(true),
  profileSharing: decided.profileSharing.default(true),
  autoReply: decided.autoReply.default(false),
  sessionArchive: decided.sessionArchive.default(true),
  saveChatHistory: decided.saveChatHistory.default(true),
  dedupeScope: decided.dedupeScope.default('workspace'),
  status: subAccountStatus.default('normal'),
  /** Left out: the server makes one. Either way it is shown once, in the answer. */
  password: newPassword.optional(),
  /** Characters to move from the owner; 0 for none. None are moved to an unlimited one, which spends the owner's. */
  characters: z.int().min(0).max(1_000_000_000),
});
export type SubAccountForm = z.output<typeof subAccountForm>;

export const createSubAccount = endpoint({
  method: 'POST',
  path: '/api/user/subAccount/create',
  audience: ['console'],
  summary: 'Creates a sub-account, takes its fixed ports and moves its first characters from the owner.',
  body: subAccountForm,
  answer: z.object({ subAccount, password: z.string() }),
  errors: ['characters.short', 'ports.short'],
  audit: 'sub-account.created',
});

export const subAccountChanges = z.strictObject({ subAccountId: id, version: z.int32(), ...decided });
export type SubAccountChanges = z.output<typeof subAccountChanges>;

export const updateSubAccount = endpoint({
  method: 'PUT',
  path: '/api/user/subAccount/update',
  audience: ['console'],
  summary:
    'Changes the settings of a sub-account. One that becomes unlimited returns its characters to the owner; sessions on platforms that are no longer permitted end, and those above a lower port limit stay until they end for another reason.',
  body: subAccountChanges,
  answer: subAccount,
  errors: ['sub-account.not-found', 'resource.stale', 'ports.short'],
  audit: 'sub-account.changed',
});

export const setSubAccountStatus = endpoint({
  method: 'PUT',
  path: '/api/user/subAccount/status',
  audience: ['console'],
  summary:
    'Disables sub-accounts (their sessions end, their desks are logged out, fixed ports return to the pool), or enables them again.',
  body: z.strictObject({ ids: idBatch, status: subAccountStatus }),
  answer: batchAnswer,
  errors: ['sub-account.not-found', 'sub-account.default', 'ports.short'],
  audit: ['sub-account.enabled', 'sub-account.disabled'],
});

export const deleteSubAccounts = endpoint({
  method: 'POST',
  path: '/api/user/subAccount/delete',
  audience: ['console'],
  summary:
    'Deletes sub-accounts with all their data: social accounts, conversations, fans. Their remaining characters return to the owner. Cannot be undone.',
  body: z.strictObject({ ids: idBatch }),
  answer: batchAnswer,
  errors: ['sub-account.not-found', 'sub-account.default'],
  audit: 'sub-account.deleted',
});

export const resetSubAccountPassword = endpoint({
  method: 'POST',
  path: '/api/user/subAccount/resetPassword',
  audience: ['console'],
  summary: 'Sets a new password, which appears only in this answer, and logs its desks out.',
  body: z.strictObject({
    subAccountId: id,
    /** Left out: the server makes one. */
    password: newPassword.optional(),
  }),
  answer: z.object({ accountName: z.string(), password: z.string() }),
  errors: ['sub-account.not-found', 'sub-account.default'],
  audit: 'sub-account.password-changed',
});

const characterMove = z.strictObject({
  requestId: id,
  subAccountId: id,
  amount: allocationAmount,
  remark: z.string().max(200).optional(),
});

export const allocateCharacters = endpoint({
  method: 'POST',
  path: '/api/user/subAccount/allocate',
  audience: ['console'],
  summary:
    'Moves characters from the owner to a sub-account. Repeating a call with the same `requestId` has no effect.',
  body: characterMove,
  answer: subAccount,
  errors: [
    'sub-account.not-found',
    'sub-account.unlimited',
    'characters.short',
    'characters.request-id-taken',
  ],
  audit: 'characters.allocated',
});

export const takeBackCharacters = endpoint({
  method: 'POST',
  path: '/api/user/subAccount/takeBack',
  audience: ['console'],
  summary: 'Moves characters from a sub-account back to the owner. `requestId` as in `allocate`.',
  body: characterMove,
  answer: subAccount,
  errors: [
    'sub-account.not-found',
    'sub-account.unlimited',
    'characters.short',
    'characters.request-id-taken',
  ],
  audit: 'characters.taken-back',
});

export const deskSelf = endpoint({
  method: 'GET',
  path: '/api/desk/me',
  audience: ['desk'],
  summary: 'The sub-account that this desk is logged in as.',
  answer: z.object({
    subAccountId: id,
    accountName: z.string(),
    remark: z.string(),
    unlimited: z.boolean(),
    remaining: z.int(),
    profileSharing: z.boolean(),
  }),
});
