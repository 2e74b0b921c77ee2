import { sql } from 'drizzle-orm';
import { type Database, transaction } from '../../../base/db/database.ts';

/**
 * Sorts the entries of new texts into the index that searches use, so that no inbound message has to, and no search reads a long
 * list. Returns how many pages of the list were waiting. Safe to repeat and to interrupt.
 */
export function sortInNewTexts(database: Database): Promise<number> {
  return transaction(
    database,
    async (tx) => {
      const { rows } = await tx.db.execute<{ pages: number }>(
        sql`select gin_clean_pending_list('fan_texts_grams') as pages`,
      );
      return rows[0]?.pages ?? 0;
    },
    { unlimited: true },
  );
}
