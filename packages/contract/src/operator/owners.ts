/** Owners, as the operator lists, disables and enables them, and helps those who have lost their second factor. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { exportLimit, id, nameText, page, pageQuery, sortBy, spreadsheetMediaType, time } from '../values.ts';

export const ownerAccount = z.object({
  id,
  workspaceId: id,
  email: z.string(),
  /** The twelve-digit number by which people identify themselves to customer service. */
  accountId: z.string(),
  /** Empty until one is chosen. */
  nickname: z.string(),
  /** The tenant's name; null: the installation's own. */
  tenant: z.string().nullable(),
  registeredAt: time,
  /** The time at which one of the owner's consoles was last active; null: never, as far as kept sessions show. */
  lastActiveAt: time.nullable(),
  /** Null: the account is enabled. */
  disabled: z.object({ at: time, reason: z.string() }).nullable(),
  subAccounts: z.int(),
  /** True if a login requires a second factor. */
  twoFactor: z.boolean(),
});
export type OwnerAccount = z.output<typeof ownerAccount>;

/** The columns that the list can be sorted by. */
export const ownerSort = sortBy(['email', 'registeredAt', 'lastActiveAt', 'subAccounts']);
export type OwnerSort = z.output<typeof ownerSort>;

const filters = {
  /** A part of the e-mail address or nickname, or the account id. */
  search: z.string().max(254).optional(),
  state: z.enum(['enabled', 'disabled']).optional(),
  sort: ownerSort.default('registeredAt.desc'),
};

export const ownerPage = endpoint({
  method: 'GET',
  path: '/api/operator/owner/page',
  audience: ['operator'],
  summary: 'The owners of all tenants, latest first unless sorted.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: page(ownerAccount),
});

export const exportOwners = endpoint({
  method: 'GET',
  path: '/api/operator/owner/export',
  audience: ['operator'],
  summary:
    'The owners of all tenants as a spreadsheet, with the same filters and order, in the caller’s language. Times are in UTC.',
  query: z.strictObject(filters),
  answer: z.never(),
  file: spreadsheetMediaType,
  rateLimit: exportLimit,
  audit: 'records.exported',
});

export const disableOwner = endpoint({
  method: 'POST',
  path: '/api/operator/owner/:userId/disable',
  audience: ['operator'],
  summary:
    'Ends every session of the workspace immediately (consoles, desks, sockets), and refuses logins with `identity.disabled`. Customers’ messages are still received and stored. Disabling again changes the reason.',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({ reason: nameText(200) }),
  answer: z.null(),
  errors: ['resource.not-found'],
  audit: 'owner.disabled',
});

export const enableOwner = endpoint({
  method: 'POST',
  path: '/api/operator/owner/:userId/enable',
  audience: ['operator'],
  summary: 'Allows the owner and the sub-accounts to log in again.',
  params: z.strictObject({ userId: id }),
  answer: z.null(),
  errors: ['resource.not-found'],
  audit: 'owner.enabled',
});

export const resetOwnerTwoFactor = endpoint({
  method: 'POST',
  path: '/api/operator/owner/:userId/resetTwoFactor',
  audience: ['operator'],
  summary:
    'Disables two-factor authentication for an owner who has lost the app and the recovery codes, ends the owner’s sessions, and notifies the owner by mail. The password stays.',
  params: z.strictObject({ userId: id }),
  answer: z.null(),
  errors: ['resource.not-found', 'two-factor.not-on'],
  audit: 'two-factor.reset',
});
