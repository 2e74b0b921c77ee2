import { sql } from 'drizzle-orm';

/**
 * Lets the statement that reads it be committed without waiting for the disk: a part of its WITH, to be joined by what
 * writes. A crash may lose what was committed so within its last moments.
 */
export const withoutFlush = sql`without_flush as materialized (select set_config('synchronous_commit', 'off', true))`;
