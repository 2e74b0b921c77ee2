import type { Tx } from '../../base/db/database.ts';
import { __nouns__ } from '../../schema/__kebab-nouns__.ts';
import type { __Noun__Row, __Nouns__Store } from './service.ts';

/** The writes, on PostgreSQL. */
export const __nouns__Store: __Nouns__Store<Tx> = {
  async insert(tx: Tx, row: __Noun__Row): Promise<boolean> {
    const inserted = await tx.db
      .insert(__nouns__)
      .values(row)
      .onConflictDoNothing({ target: [__nouns__.workspaceId, __nouns__.name] })
      .returning({ id: __nouns__.id });
    return inserted.length > 0;
  },
};
