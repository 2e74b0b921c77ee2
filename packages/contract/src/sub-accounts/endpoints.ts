import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { newPassword } from '../identity/endpoints.ts';
import { characterCount, id, nameText, page, pageQuery, time } from '../values.ts';

export const subAccountStatus = z.enum(['normal', 'disabled']);

export const subAccount = z.object({
  id,
  /** What the agent types at the desk's log-in; made by the server, unique in the installation. */
  accountName: z.string(),
  remark: z.string(),
  status: subAccountStatus,
  /** The sub-account that the owner's own credentials enter. */
  isDefault: z.boolean(),
  /** Unlimited draws on the owner's remainder. */
  unlimited: z.boolean(),
  /** What this sub-account can still spend. */
  remaining: z.int(),
  usedToday: characterCount,
  usedTotal: characterCount,
  socialAccounts: z.object({ online: z.int(), total: z.int() }),
  createdAt: time,
});
export type SubAccount = z.output<typeof subAccount>;

export const subAccountPage = endpoint({
  method: 'GET',
  path: '/api/user/subAccount/page',
  audience: ['console'],
  summary: 'The workspace’s sub-accounts, newest first; `search` looks in account names and remarks.',
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(100).optional(),
    status: subAccountStatus.optional(),
  }),
  answer: page(subAccount),
});

/** The initial allocation; the same limit holds for every later one. */
export const allocationAmount = z.int().min(1).max(1_000_000_000);

export const subAccountForm = z.strictObject({
  remark: nameText(50),
  /** Left out: the server makes one. Either way it is shown once, in the answer. */
  password: newPassword.optional(),
  unlimited: z.boolean(),
  /** Characters to move from the owner; 0 for none. None are moved to an unlimited one, which spends the owner's. */
  characters: z.int().min(0).max(1_000_000_000),
});
export type SubAccountForm = z.output<typeof subAccountForm>;

export const createSubAccount = endpoint({
  method: 'POST',
  path: '/api/user/subAccount/create',
  audience: ['console'],
  summary: 'Creates a sub-account and moves its first characters from the owner.',
  body: subAccountForm,
  answer: z.object({ subAccount, password: z.string() }),
  errors: ['characters.short'],
});

export const allocateCharacters = endpoint({
  method: 'POST',
  path: '/api/user/subAccount/allocate',
  audience: ['console'],
  summary:
    'Moves characters from the owner to a sub-account. `requestId` makes a repeated call do nothing more.',
  body: z.strictObject({
    requestId: id,
    subAccountId: id,
    amount: allocationAmount,
    remark: z.string().max(200).optional(),
  }),
  answer: subAccount,
  errors: ['sub-account.not-found', 'sub-account.unlimited', 'characters.short'],
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
  }),
});
