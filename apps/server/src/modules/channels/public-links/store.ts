import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import { type SocialAccountRow, socialAccounts } from '../../../schema/channels.ts';

const unasked = and(isNull(socialAccounts.publicLink), isNull(socialAccounts.deletedAt));

/**
 * Returns up to `most` online accounts whose platform hasn't been asked for their link, in random order, so that
 * failing accounts don't block the others.
 */
export function findAccountsToFetch(handle: Handle, most: number): Promise<SocialAccountRow[]> {
  return handle.db
    .select()
    .from(socialAccounts)
    .where(and(unasked, eq(socialAccounts.state, 'online')))
    .orderBy(sql`random()`)
    .limit(most);
}

/** Stores the answer of a platform, unless new credentials have brought one meanwhile. */
export async function saveLink(
  handle: Handle,
  { workspaceId, id }: Pick<SocialAccountRow, 'workspaceId' | 'id'>,
  publicLink: string,
): Promise<void> {
  await handle.db
    .update(socialAccounts)
    .set({ publicLink })
    .where(and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id), unasked));
}
