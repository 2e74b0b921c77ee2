import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorPage, cursorQuery, id } from '../values.ts';
import { memberRole } from './groups.ts';
import { conversationParams } from './shapes.ts';

/** Maximum number of stored members per group that have never written; members who write are always stored. */
export const maxKeptMembers = 5_000;

export const groupMember = z.object({
  id,
  /** Untrusted. */
  name: z.string(),
  /** The name under which the member can be found on the platform, without a leading sign. */
  handle: z.string().nullable(),
  role: memberRole,
  /** False: the member has left. */
  present: z.boolean(),
});
export type GroupMember = z.output<typeof groupMember>;

export const deskMembers = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/members',
  audience: ['desk'],
  summary:
    'The known members of a group: present members before former ones, owners and admins first. `search` matches names and handles.',
  params: conversationParams,
  query: z.strictObject({ ...cursorQuery, search: z.string().trim().max(100).optional() }),
  answer: cursorPage(groupMember).extend({
    /** The number of present members, regardless of the search. */
    present: z.int(),
  }),
  errors: ['conversation.not-found'],
});
