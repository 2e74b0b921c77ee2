import { sql } from 'drizzle-orm';

/**
 * Ends a subquery that refers to the row outside, so that PostgreSQL runs it once for each row. Joined to rows that are
 * passed as JSON, of which it expects a hundred, a table would be read whole as long as it is small, or was small when it
 * was last analyzed; each of these rows is one look at an index.
 */
export const oneByOne = sql`offset 0`;
