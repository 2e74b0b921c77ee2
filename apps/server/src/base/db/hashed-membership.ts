import { type SQL, sql } from 'drizzle-orm';

/**
 * Makes PostgreSQL evaluate a membership, `x in (select …)`, by a hash table. Without statistics on both sides, the
 * planner would expect a row or two from each and join them by a nested loop over all pairs.
 */
export const hashedMembership = (membership: SQL): SQL => sql`(${membership}) is true`;
