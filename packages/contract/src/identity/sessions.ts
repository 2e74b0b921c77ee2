/** Login sessions, as their owner lists and ends them. A session ends at the latest 90 days after its login. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, page, pageQuery, time } from '../values.ts';

export const loginSession = z.object({
  id,
  place: z.enum(['console', 'desk', 'operator']),
  /** The sub-account of a desk session; null for console and operator. */
  subAccount: z
    .object({ id, accountName: z.string(), remark: z.string(), isDefault: z.boolean() })
    .nullable(),
  /** The browser's `User-Agent` header, at most 300 characters; unverified. */
  userAgent: z.string(),
  /** The address from which it was last opened or renewed. */
  address: z.string(),
  createdAt: time,
  /** The time at which it was last opened or renewed; accurate to half an hour. */
  lastActiveAt: time,
  /** The time at which it ends even if it is in use. */
  expiresAt: time,
  /** True for the caller's own session. */
  current: z.boolean(),
});
export type LoginSession = z.output<typeof loginSession>;

export const loginSessionPage = endpoint({
  method: 'GET',
  path: '/api/user/session/page',
  audience: ['console', 'operator'],
  summary:
    'Returns the open login sessions, most recently active first. `own`: those of the caller’s account, for an owner including desks of the default sub-account, which the same password opens. `sub-accounts`: the desks of all other sub-accounts; none for an operator.',
  query: z.strictObject({ ...pageQuery, scope: z.enum(['own', 'sub-accounts']).default('own') }),
  answer: page(loginSession),
});

export const endLoginSession = endpoint({
  method: 'DELETE',
  path: '/api/user/session/:loginSessionId',
  audience: ['console', 'operator'],
  summary:
    'Ends one session with its tokens and sockets, immediately. An owner can end those of the whole workspace, an operator their own.',
  params: z.strictObject({ loginSessionId: id }),
  answer: z.null(),
  errors: ['resource.not-found'],
  audit: 'session.ended',
});

export const logOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/user/logoutEverywhere',
  audience: ['console', 'operator'],
  summary:
    'Ends all sessions of the caller’s account, including this one; for an owner also the desks of the default sub-account.',
  answer: z.object({ ended: z.int() }),
  audit: 'session.all-ended',
});
