/** The values that connectors keep, bounded for each social account. */
import { type ConnectorHost, connectorValueLimits } from '@parley/connectors';
import { and, eq, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import { storable } from '../../../base/db/storable.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { connectorValues } from '../../../schema/channels/connector-values.ts';

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
        .where(named(workspaceId, socialAccountId, storable(key)));
      return row?.value ?? null;
    },
    async set(key, value) {
      if (key.length > keyLength) throw new RangeError('The key of a connector’s value is too long');
      if (value === null) {
        await handle.db.delete(connectorValues).where(named(workspaceId, socialAccountId, storable(key)));
        return;
      }
      if (value.length > valueLength) throw new RangeError('A connector’s value is too long');
      await insertValue(handle, { workspaceId, socialAccountId, key: storable(key), value: storable(value) });
    },
  };
}

/** One more than the limit is refused by the statement that would add it. */
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

/** Deletes what a deleted social account's connector has kept. */
export async function deleteConnectorValues(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${connectorValues} where workspace_id = ${workspaceId}
      and social_account_id = any(${sql.param([...socialAccountIds])}::uuid[])`);
}
