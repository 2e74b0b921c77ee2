import type { SplitDomain } from '@parley/contract/split-domains';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { splitDomains } from '../../../schema/split-links/domains.ts';
import { splitLinks } from '../../../schema/split-links.ts';
import { fileUrlOf, recordNameOf } from './proof.ts';
import type { ServedDomain } from './served-domains.ts';

type Row = Omit<SplitDomain, 'recordName' | 'fileUrl'>;

/** Returns the workspace's link domains by name, or only the one with `id`. */
export async function readDomains(
  handle: Handle,
  workspaceId: WorkspaceId,
  id?: string,
): Promise<SplitDomain[]> {
  const { rows } = await handle.db.execute<Row>(sql`
    select d.id, d.domain, d.state, d.proof, (extract(epoch from d.verified_at) * 1000)::bigint as "verifiedAt",
      (extract(epoch from d.checked_at) * 1000)::bigint as "checkedAt", d.problem, (
        select count(*)::int from ${splitLinks} l
        where l.workspace_id = d.workspace_id and l.domain_id = d.id and l.deleted_at is null) as links
    from ${splitDomains} d
    where d.workspace_id = ${workspaceId} ${id === undefined ? sql`` : sql`and d.id = ${id}`}
    order by d.domain`);
  return rows.map((row) => ({
    ...row,
    recordName: recordNameOf(row.domain),
    fileUrl: fileUrlOf(row.domain),
  }));
}

/** Returns all verified domains, keyed by name, except this host of the installation. */
export async function readServed(handle: Handle, own: string | null): Promise<Map<string, ServedDomain>> {
  const { rows } = await handle.db.execute<ServedDomain & { domain: string }>(sql`
    select ${splitDomains.domain}, ${splitDomains.workspaceId} as "workspaceId", ${splitDomains.proof}
    from ${splitDomains} where ${splitDomains.state} = 'verified' and ${splitDomains.domain} is distinct from ${own}`);
  return new Map(rows.map(({ domain, ...served }) => [domain, served]));
}
