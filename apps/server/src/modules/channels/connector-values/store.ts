/** Cursors and values that connectors store; the number of values per social account is limited. */
import { type ConnectorHost, connectorValueLimits } from '@parley/connectors';
import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { connectorValues } from '../../../schema/channels/connector-values.ts';
import { socialAccounts } from '../../../schema/channels.ts';

const { count, keyLength, valueLength } = connectorValueLimits;

const named = (workspaceId: WorkspaceId, socialAccountId: string, key: string) =>
  and(
    eq(connectorValues.workspaceId, workspaceId),
    eq(connectorValues.socialAccountId, socialAccountId),
    eq(connectorValues.key, key),
  );

export function createConnectorValues(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): ConnectorHost['values'] {
  return {
    async get(key) {
      const [row] = await handle.db
        .select({ value: connectorValues.value })
        .from(connectorValues)
        .where(named(workspaceId, socialAccountId, storableText(key)));
      return row?.value ?? null;
    },
    async set(key, value) {
      if (key.length > keyLength) throw new RangeError('The key of a connector’s value is too long');
      if (value === null) {
        await handle.db.delete(connectorValues).where(named(workspaceId, socialAccountId, storableText(key)));
        return;
      }
      if (value.length > valueLength) throw new RangeError('A connector’s value is too long');
      await insertValue(handle, {
        workspaceId,
        socialAccountId,
        key: storableText(key),
        value: storableText(value),
      });
    },
  };
}

/** Inserts a value unless the account is at its limit; the check is part of the statement. */
async function insertValue(handle: Handle, row: typeof connectorValues.$inferInsert): Promise<void> {
  const { workspaceId, socialAccountId, key, value } = row;
  const { rowCount } = await handle.db.execute(sql`
    insert into ${connectorValues} (workspace_id, social_account_id, key, value)
    select ${workspaceId}, ${socialAccountId}, ${key}, ${value}
    where (
      select count(*) from ${connectorValues} v
      where v.workspace_id = ${workspaceId} and v.social_account_id = ${socialAccountId} and v.key <> ${key}) < ${count}
    on conflict (workspace_id, social_account_id, key) do update set value = excluded.value`);
  if (rowCount === 0) throw new RangeError('A connector keeps too many values');
}

/** Deletes the values of deleted social accounts' connectors. */
export async function deleteConnectorValues(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${connectorValues} where ${connectorValues.workspaceId} = ${workspaceId}
      and ${connectorValues.socialAccountId} = any(${sql.param([...socialAccountIds])}::uuid[])`);
}

export async function readCursor(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<string | null> {
  const [cursor] = await readCursors(handle, [{ workspaceId, id }]);
  return cursor ?? null;
}

/** Returns the accounts' cursors, in the order of `accounts`. */
export async function readCursors(
  handle: Handle,
  accounts: readonly { workspaceId: WorkspaceId; id: string }[],
): Promise<(string | null)[]> {
  const names = accounts.map(({ workspaceId, id }) => ({ workspaceId, id }));
  const { rows } = await handle.db.execute<{ id: string; cursor: string | null }>(sql`
    select a.id, a.cursor
    from json_to_recordset(${JSON.stringify(names)}::json) as t ("workspaceId" uuid, id uuid)
    join ${socialAccounts} a on a.workspace_id = t."workspaceId" and a.id = t.id`);
  const cursors = new Map(rows.map(({ id, cursor }) => [id, cursor]));
  return accounts.map(({ id }) => cursors.get(id) ?? null);
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

/** Thrown when another process holds the account: a write would revert what that process has stored. */
class NoLongerHeld extends Error {
  constructor() {
    super('The social account is held by another process by now');
  }
}

type Account = { workspaceId: WorkspaceId; id: string };

const heldBy = (processId: string, { workspaceId, id }: Account) =>
  and(
    eq(socialAccounts.workspaceId, workspaceId),
    eq(socialAccounts.id, id),
    eq(socialAccounts.holder, processId),
  );

/** Like `saveCursor`, but refuses every process that doesn't hold the account. */
export async function saveHeldCursor(
  handle: Handle,
  processId: string,
  account: Account,
  cursor: string,
): Promise<void> {
  const { rowCount } = await handle.db
    .update(socialAccounts)
    .set({ cursor })
    .where(heldBy(processId, account));
  if (rowCount === 0) throw new NoLongerHeld();
}

/** Sets a value as the account's holder; the account can't be taken over until the transaction ends. */
export async function setHeldValue(
  tx: Tx,
  processId: string,
  account: Account,
  { key, value }: { key: string; value: string | null },
): Promise<void> {
  const held = await tx.db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(heldBy(processId, account))
    .for('share');
  if (held.length === 0) throw new NoLongerHeld();
  await createConnectorValues(tx, account.workspaceId, account.id).set(key, value);
}
