import { sql } from 'drizzle-orm';

/**
 * CTE that makes its statement commit without waiting for the disk; the writing part must join it to have an effect.
 * A crash may lose commits of the last moments.
 */
export const asynchronousCommit = sql`without_flush as materialized (select set_config('synchronous_commit', 'off', true))`;
