import { sql } from 'drizzle-orm';

/**
 * The generated column `account_fans.type`: `base` after a work order's reset. Lists apply the reset of the statistics as
 * well.
 */
export const typeAfterReset = sql`case when counts_as = 'merged' or base_since is null then counts_as else 'base' end`;
