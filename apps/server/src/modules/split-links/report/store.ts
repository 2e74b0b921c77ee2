import type { StoredAddresses } from '@parley/contract/split-reports';
import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { splitLinkSettings, splitLinks, splitReportShares } from '../../../schema/split-links.ts';
import type { ReportKey, ReportShareItem } from './queries.ts';

/** Locks a link until the transaction ends, and returns its name, or null if there is none. */
export async function lockLink(tx: Tx, { workspaceId, linkId }: ReportKey): Promise<string | null> {
  const { rows } = await tx.db.execute<{ name: string }>(sql`
    select ${splitLinks.name} from ${splitLinks}
    where ${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.id} = ${linkId}
      and ${splitLinks.deletedAt} is null for no key update`);
  return rows[0]?.name ?? null;
}

export async function insertShare(tx: Tx, share: typeof splitReportShares.$inferInsert): Promise<void> {
  await tx.db.insert(splitReportShares).values(share);
}

/** Sets the state of a report's present share. Returns false if there is none. */
export async function setStatus(
  tx: Tx,
  { workspaceId, linkId }: ReportKey,
  status: ReportShareItem['status'],
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    update ${splitReportShares} set status = ${status}
    where ${splitReportShares.workspaceId} = ${workspaceId} and ${splitReportShares.splitLinkId} = ${linkId}
      and ${splitReportShares.status} <> 'cancelled'`);
  return rowCount !== 0;
}

/** Deletes all but the latest `kept` withdrawn shares; the deleted ones are unknown from then on. */
export async function deleteOldShares(
  tx: Tx,
  { workspaceId, linkId }: ReportKey,
  kept: number,
): Promise<void> {
  await tx.db.execute(sql`
    delete from ${splitReportShares}
    where ${splitReportShares.workspaceId} = ${workspaceId} and ${splitReportShares.id} in (
      select ${splitReportShares.id} from ${splitReportShares}
      where ${splitReportShares.workspaceId} = ${workspaceId} and ${splitReportShares.splitLinkId} = ${linkId}
        and ${splitReportShares.status} = 'cancelled'
      order by ${splitReportShares.createdAt} desc offset ${kept})`);
}

/** Counts one opening of the page. */
export async function countOpen(
  handle: Handle,
  { workspaceId, id }: { workspaceId: WorkspaceId; id: string },
  at: Date,
): Promise<void> {
  await handle.db.execute(sql`
    update ${splitReportShares} set opens = ${splitReportShares.opens} + 1, last_opened_at = ${at}
    where ${splitReportShares.workspaceId} = ${workspaceId} and ${splitReportShares.id} = ${id}`);
}

export async function readAddresses(handle: Handle, workspaceId: WorkspaceId): Promise<StoredAddresses> {
  const { rows } = await handle.db.execute<{ addresses: StoredAddresses }>(sql`
    select ${splitLinkSettings.addresses} from ${splitLinkSettings}
    where ${splitLinkSettings.workspaceId} = ${workspaceId}`);
  return rows[0]?.addresses ?? 'whole';
}

export async function setAddresses(
  tx: Tx,
  workspaceId: WorkspaceId,
  addresses: StoredAddresses,
): Promise<void> {
  await tx.db
    .insert(splitLinkSettings)
    .values({ workspaceId, addresses })
    .onConflictDoUpdate({ target: splitLinkSettings.workspaceId, set: { addresses } });
}
