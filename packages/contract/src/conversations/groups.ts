import { z } from 'zod';

/** The rank of a member in a group, by the platform's rules. */
export const memberRole = z.enum(['owner', 'admin', 'member']);
export type MemberRole = z.output<typeof memberRole>;

/** Why the social account is no longer in a group. refused: it could not enter, or enter again. closed: the group is gone. */
export const groupExit = z.enum(['left', 'removed', 'banned', 'closed', 'refused']);
export type GroupExit = z.output<typeof groupExit>;

export const groupState = z.object({
  /** Null: the social account is in the group, as far as is known. */
  exit: groupExit.nullable(),
  /** The platform's words for it; untrusted. */
  reason: z.string().nullable(),
  /** The social account's own role; null: not known. */
  role: memberRole.nullable(),
  /**
   * An agent or the owner has the social account leave. waiting: the platform hasn't done it yet. failed: it didn't, for this
   * reason, one of `platformFaults` or the platform's own words. Null: nothing of the kind.
   */
  leaving: z.object({ state: z.enum(['waiting', 'failed']), reason: z.string().nullable() }).nullable(),
});
export type GroupState = z.output<typeof groupState>;
