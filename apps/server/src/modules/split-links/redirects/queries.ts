import type { PlatformId } from '@parley/contract/catalogues';
import type { SplitLink } from '@parley/contract/split-links';
import type { StoredAddresses } from '@parley/contract/split-reports';
import { sql } from 'drizzle-orm';
import type { Handle } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { isWorkspaceDisabled } from '../../../schema/identity.ts';
import { splitLinkSettings, splitLinks, splitTargets } from '../../../schema/split-links.ts';
import { followedOf, withoutTarget } from '../sources/followed.ts';
import { liveMembers, type Member } from '../sources/queries.ts';
import { addFollowedTargets } from '../sources/store.ts';
import type { LinkPreview } from './preview-page.ts';
import type { LiveTarget } from './target-choice.ts';

/** A split link as the redirect uses it. */
export type LiveLink = {
  workspaceId: WorkspaceId;
  id: string;
  code: string;
  platform: PlatformId;
  eligibility: SplitLink['eligibility'];
  mode: SplitLink['mode'];
  bindsAddress: boolean;
  tracksFans: boolean;
  device: SplitLink['device'];
  /** Countries whose visitors may pass; empty for all. */
  regions: string[];
  storedAddresses: StoredAddresses;
  defaultUrl: string | null;
  pageText: string;
  /** The owner's link preview; null for the target's own. */
  preview: LinkPreview | null;
  enabled: boolean;
  /** Milliseconds since the epoch; null: never. */
  expiresAt: number | null;
  targets: LiveTarget[];
};

type ReadLink = LiveLink & { members: Member[] | null };

/**
 * Reads the links with these codes in one statement, plus a second one if a source has brought an account that has no target row
 * yet. Those of a disabled workspace are left out.
 */
export async function readLiveLinks(handle: Handle, codes: readonly string[]): Promise<LiveLink[]> {
  const links = await readLinks(handle, codes);
  const lacking = links.flatMap(({ workspaceId, id, targets, members }) =>
    withoutTarget(targets, members).map(({ socialAccountId, url }) => ({
      workspaceId,
      splitLinkId: id,
      socialAccountId,
      url,
    })),
  );
  if (lacking.length === 0) return links.map(withFollowed);
  await addFollowedTargets(handle, lacking);
  return (await readLinks(handle, codes)).map(withFollowed);
}

/** Adds the targets that sources bring to those that were typed. */
function withFollowed({ members, ...link }: ReadLink): LiveLink {
  const followed = followedOf(link.targets, members).flatMap(
    ({ targetId, url, weight, dailyCap, enabled, online }) =>
      targetId === null ? [] : [{ id: targetId, url, weight, dailyCap, enabled, online }],
  );
  return { ...link, targets: [...link.targets, ...followed] };
}

async function readLinks(handle: Handle, codes: readonly string[]): Promise<ReadLink[]> {
  const { rows } = await handle.db.execute<ReadLink>(sql`
    select l.workspace_id as "workspaceId", l.id, l.code, l.platform, l.eligibility, l.mode, l.binds_address as "bindsAddress",
      l.tracks_fans as "tracksFans", l.device, l.regions, coalesce(o.addresses, 'whole') as "storedAddresses",
      l.default_url as "defaultUrl", l.page_text as "pageText", l.enabled,
      case when l.preview_title <> '' then json_build_object('title', l.preview_title, 'text', l.preview_text,
        'imageUrl', l.preview_image_url) end as preview,
      (extract(epoch from l.expires_at) * 1000)::bigint as "expiresAt",
      coalesce((
        select json_agg(json_build_object('id', t.id, 'url', t.url, 'weight', t.weight, 'dailyCap', t.daily_cap,
          'enabled', t.enabled, 'online', case when t.social_account_id is null then null
            else coalesce(a.enabled and a.state = 'online', false) end) order by t.place)
        from ${splitTargets} t
        left join ${socialAccounts} a on a.workspace_id = t.workspace_id and a.id = t.social_account_id
          and a.deleted_at is null
        where t.workspace_id = l.workspace_id and t.split_link_id = l.id and not t.followed
      ), '[]') as targets, ${liveMembers} as members
    from ${splitLinks} l
    left join ${splitLinkSettings} o on o.workspace_id = l.workspace_id
    where l.code = any(${sql.param([...codes])}::text[]) and l.deleted_at is null
      and not ${isWorkspaceDisabled(sql`l.workspace_id`)}`);
  return rows;
}
