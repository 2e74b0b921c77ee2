import { type SQL, sql } from 'drizzle-orm';

/**
 * A membership, `x in (select …)`, that is looked up in a hash table. As a join the planner would take both sides for a row or
 * two where it knows nothing of what they hold, and compare all with all.
 */
export const hashed = (membership: SQL): SQL => sql`(${membership}) is true`;
