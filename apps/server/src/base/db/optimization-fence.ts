import { sql } from 'drizzle-orm';

/**
 * Ends a correlated subquery so that PostgreSQL runs it once per outer row. For rows passed as JSON the planner
 * expects a hundred and, joining them, would scan the whole table while it is small or was small when last analyzed;
 * run per row, each costs one index lookup.
 */
export const optimizationFence = sql`offset 0`;
