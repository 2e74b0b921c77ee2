import { z } from 'zod';

/** The role of a member in a group, by the platform's rules. */
export const memberRole = z.enum(['owner', 'admin', 'member']);
export type MemberRole = z.output<typeof memberRole>;

/**
 * The reason why the social account is not in a group. refused: it could not enter or re-enter. closed: the group no longer
 * exists.
 */
export const groupExit = z.enum(['left', 'removed', 'banned', 'closed', 'refused']);
export type GroupExit = z.output<typeof groupExit>;

export const groupState = z.object({
  /** Null: the social account is in the group, as far as known. */
  exit: groupExit.nullable(),
  /** The platform's own text; untrusted. */
  reason: z.string().nullable(),
  /** The social account's own role; null: unknown. */
  role: memberRole.nullable(),
  /**
   * A requested departure of the social account. waiting: the platform hasn't carried it out yet. failed: for this reason, one
   * of `platformFaults` or the platform's own text. Null: none was requested.
   */
  leaving: z.object({ state: z.enum(['waiting', 'failed']), reason: z.string().nullable() }).nullable(),
});
export type GroupState = z.output<typeof groupState>;
