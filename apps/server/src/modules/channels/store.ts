import type { ConnectionState } from '@parley/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { DedupeScope } from '../fans/index.ts';
import { type SocialAccountRow, socialAccounts } from './tables.ts';

const holdSeconds = 30;
/** A hold is renewed when this much of it is gone: often enough for a few rounds to fail. */
const renewAfterSeconds = 10;

/** False: the workspace has this account of the platform already. */
export async function insertAccount(tx: Tx, row: typeof socialAccounts.$inferInsert): Promise<boolean> {
  const inserted = await tx.db
    .insert(socialAccounts)
    .values(row)
    .onConflictDoNothing({
      target: [socialAccounts.workspaceId, socialAccounts.platform, socialAccounts.externalId],
    })
    .returning({ id: socialAccounts.id });
  return inserted.length > 0;
}

/**
 * Switches an account on or off. Off ends its connection wherever it is held, at that process's next look.
 * Returns whose it is; null: there is no such account. One that is so already keeps its state.
 */
export async function setEnabled(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
  enabled: boolean,
): Promise<{ subAccountId: string; changed: boolean } | null> {
  const [before] = await tx.db
    .select({ subAccountId: socialAccounts.subAccountId, enabled: socialAccounts.enabled })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id)))
    .for('update');
  if (!before) return null;
  if (before.enabled === enabled) return { subAccountId: before.subAccountId, changed: false };
  await tx.db
    .update(socialAccounts)
    .set({ enabled, state: enabled ? 'connecting' : 'offline', stateReason: null, stateSince: sql`now()` })
    .where(and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id)));
  return { subAccountId: before.subAccountId, changed: true };
}

export type HeldAccount = SocialAccountRow & { dedupeScope: DedupeScope };

/**
 * Takes the enabled accounts that no living process holds, and renews the hold on our own. Returns all that
 * this process holds now: what it held before and is missing has been switched off or lost.
 */
export async function holdAccounts(
  handle: Handle,
  processId: string,
  everyOther: boolean,
): Promise<HeldAccount[]> {
  const free = everyOther
    ? sql`true`
    : sql`(s.holder is null or s.holder = ${processId} or s.held_until < now())`;
  await handle.db.execute(sql`
    update social_accounts s set holder = ${processId}, held_until = now() + make_interval(secs => ${holdSeconds})
    where s.enabled and ${free} and (s.holder is distinct from ${processId}
      or s.held_until < now() + make_interval(secs => ${holdSeconds - renewAfterSeconds}))`);
  return readHeld(handle, processId);
}

async function readHeld(handle: Handle, processId: string): Promise<HeldAccount[]> {
  const rows = await handle.db
    .select({
      account: socialAccounts,
      dedupeScope: sql<DedupeScope>`(select dedupe_scope from sub_accounts a
        where a.workspace_id = social_accounts.workspace_id and a.id = social_accounts.sub_account_id)`,
    })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.holder, processId), eq(socialAccounts.enabled, true)));
  return rows.map(({ account, dedupeScope }) => ({ ...account, dedupeScope }));
}

/** On leaving: others may take the accounts at once. */
export async function releaseAccounts(handle: Handle, processId: string): Promise<void> {
  await handle.db
    .update(socialAccounts)
    .set({ holder: null, heldUntil: null })
    .where(eq(socialAccounts.holder, processId));
}

export type StateChange = { state: ConnectionState; reason: string | null };

/** True if this is news. Only an enabled account has a state to tell. */
export async function setState(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
  it: StateChange,
): Promise<boolean> {
  const changed = await handle.db
    .update(socialAccounts)
    .set({ state: it.state, stateReason: it.reason, stateSince: sql`now()` })
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.id, id),
        eq(socialAccounts.enabled, true),
        sql`(${socialAccounts.state}, ${socialAccounts.stateReason}) is distinct from (${it.state}, ${it.reason}::text)`,
      ),
    )
    .returning({ id: socialAccounts.id });
  return changed.length > 0;
}

export async function readCursor(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<string | null> {
  const [row] = await handle.db
    .select({ cursor: socialAccounts.cursor })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id)));
  return row?.cursor ?? null;
}

export async function saveCursor(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
  cursor: string,
): Promise<void> {
  await handle.db
    .update(socialAccounts)
    .set({ cursor })
    .where(and(eq(socialAccounts.workspaceId, workspaceId), eq(socialAccounts.id, id)));
}
