import type { PlatformId } from '@parley/contract/catalogues';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { fanVerdicts } from '../../../schema/fans.ts';
import { splitConversions, splitVisitTokens } from '../../../schema/split-links/conversions.ts';
import { splitLinks, splitTargets } from '../../../schema/split-links.ts';
import type { RecordedVisit } from '../visits/store.ts';
import { tokenMs } from './visit-token.ts';

type CarryingVisit = Pick<
  RecordedVisit,
  'workspaceId' | 'linkId' | 'id' | 'at' | 'targetId' | 'url' | 'token'
>;

/** Stores the tokens that visits were given; those of deleted links are skipped. Idempotent. */
export async function insertTokens(tx: Tx, visits: readonly CarryingVisit[]): Promise<void> {
  const carrying = visits.filter(({ token, targetId }) => token !== null && targetId !== null);
  if (carrying.length === 0) return;
  const column = <Key extends keyof CarryingVisit>(key: Key) =>
    sql.param(carrying.map((visit) => visit[key]));
  await tx.db.execute(sql`
    insert into ${splitVisitTokens}
      (workspace_id, token, split_link_id, target_id, visit_id, visit_at, url, social_account_id, expires_at)
    select g.workspace_id, g.token, g.link_id, g.target_id, g.id, g.at, g.url, a.social_account_id,
      g.at + ${tokenMs}::bigint * interval '1 millisecond'
    from unnest(${column('workspaceId')}::uuid[], ${column('token')}::text[], ${column('linkId')}::uuid[],
      ${column('targetId')}::uuid[], ${column('id')}::uuid[], ${column('at')}::timestamptz[], ${column('url')}::text[])
      as g (workspace_id, token, link_id, target_id, id, at, url)
    join ${splitLinks} l on l.workspace_id = g.workspace_id and l.id = g.link_id and l.deleted_at is null
    left join ${splitTargets} a on a.workspace_id = g.workspace_id and a.id = g.target_id
    on conflict do nothing`);
}

export type AskedToken = {
  place: number;
  workspaceId: WorkspaceId;
  token: string;
  /** The account that received the message. */
  socialAccountId: string;
  platform: PlatformId;
};

export type FoundToken = {
  place: number;
  token: string;
  workspaceId: WorkspaceId;
  splitLinkId: string;
  targetId: string;
  visitId: string;
  /** Milliseconds since the epoch, with the database's full precision. */
  visitAt: number;
  url: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** True if the visitor was sent to this account. */
  fits: boolean;
};

/**
 * True if the account `k` is the one that the target `g` of the token `t` names. If that account was deleted: the account named
 * at the visit, or a new one with the same link, since a link belongs to one account. If the target never named an account: any
 * account of the platform that no other target names.
 */
const fits = sql`case
  when g.social_account_id is not null then g.social_account_id = k."socialAccountId"
  when t.social_account_id is not null or g.followed then t.social_account_id = k."socialAccountId" or exists (
    select from ${socialAccounts} a where a.workspace_id = t.workspace_id and a.id = k."socialAccountId"
      and a.public_link = t.url)
  else l.platform = k.platform and not exists (
    select from ${splitTargets} o where o.workspace_id = t.workspace_id and o.split_link_id = t.split_link_id
      and o.social_account_id = k."socialAccountId") end`;

/** Returns the tokens that belong to the workspace they were received in, for each message in the order of the visits. */
export async function findTokens(tx: Tx, asked: readonly AskedToken[]): Promise<FoundToken[]> {
  const { rows } = await tx.db.execute<FoundToken>(sql`
    select k.place, t.token, t.workspace_id as "workspaceId", t.split_link_id as "splitLinkId", t.target_id as "targetId",
      t.visit_id as "visitId", extract(epoch from t.visit_at) * 1000 as "visitAt", t.url,
      (extract(epoch from t.expires_at) * 1000)::bigint as "expiresAt",
      coalesce(${fits}, false) as fits
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as k(place int, "workspaceId" uuid, token text, "socialAccountId" uuid, platform text)
    join ${splitVisitTokens} t on t.workspace_id = k."workspaceId" and t.token = k.token
    join ${splitLinks} l on l.workspace_id = t.workspace_id and l.id = t.split_link_id and l.deleted_at is null
    left join ${splitTargets} g on g.workspace_id = t.workspace_id and g.id = t.target_id
    order by k.place, t.visit_at, t.visit_id`);
  return rows;
}

export type NewConversion = Omit<FoundToken, 'place' | 'token' | 'expiresAt' | 'fits'> & {
  socialAccountId: string;
  subAccountId: string;
  /** The fan of the writer's identity. */
  fanId: string;
  messageId: string;
  /** Milliseconds since the epoch. */
  at: number;
};

/**
 * Stores conversions in order of arrival. A visit that already has one keeps it. The fan verdict is that of the fan's first
 * message to the account, provided that it came after the visit, and counts for one conversion only, so the sum never exceeds the
 * number of fans counted.
 */
export async function insertConversions(tx: Tx, conversions: readonly NewConversion[]): Promise<void> {
  const given = JSON.stringify(conversions.map((conversion, ord) => ({ ...conversion, ord })));
  // Sorted by visit, so that concurrent batches with the same visits take row locks in the same order.
  await tx.db.execute(sql`
    with given as (
      select distinct on (k."workspaceId", k."visitId") k.* from json_to_recordset(${given}::json)
        as k(ord int, "workspaceId" uuid, "splitLinkId" uuid, "targetId" uuid, "visitId" uuid, "visitAt" double precision,
          url text, "socialAccountId" uuid, "subAccountId" uuid, "fanId" uuid, "messageId" uuid, at double precision)
      order by k."workspaceId", k."visitId", k.ord
    ), placed as (
      select g.*, row_number() over (
        partition by g."workspaceId", g."socialAccountId", g."fanId" order by g.ord) as place
      from given g where not exists (
        select 1 from ${splitConversions} c where c.workspace_id = g."workspaceId" and c.visit_id = g."visitId")
    )
    insert into ${splitConversions} (workspace_id, visit_id, split_link_id, target_id, visit_at, url, social_account_id,
      sub_account_id, fan_id, message_id, verdict, at)
    select p."workspaceId", p."visitId", p."splitLinkId", p."targetId", to_timestamp(p."visitAt" / 1000), p.url,
      p."socialAccountId", p."subAccountId", p."fanId", p."messageId",
      case when p.place = 1 and v.decided_at >= to_timestamp(p."visitAt" / 1000) and not exists (
          select 1 from ${splitConversions} c where c.workspace_id = p."workspaceId" and c.fan_id = p."fanId"
            and c.social_account_id = p."socialAccountId" and c.verdict <> 'known')
        then v.verdict else 'known' end,
      to_timestamp(p.at / 1000)
    from placed p left join ${fanVerdicts} v on v.workspace_id = p."workspaceId" and v.fan_id = p."fanId"
      and v.social_account_id = p."socialAccountId"
    order by 1, 2
    on conflict do nothing`);
}

/** Deletes up to `most` expired tokens. Returns true if there may be more. */
export async function deleteExpiredTokens(tx: Tx, now: Date, most: number): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${splitVisitTokens} where ctid = any(array(
      select ctid from ${splitVisitTokens} where ${splitVisitTokens.expiresAt} < ${now} limit ${most}))`);
  return rowCount === most;
}

const atOnce = 2_000;

/**
 * Deletes some conversions of a deleted social account and subtracts them from the counters. Returns true until all are deleted.
 */
export async function deleteConversionsOf(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${splitConversions} where ctid = any(array(
      select ctid from ${splitConversions}
      where ${splitConversions.workspaceId} = ${workspaceId}
        and ${splitConversions.socialAccountId} = ${socialAccountId} limit ${atOnce}))`);
  return rowCount === atOnce;
}

/** Deletes conversions in the same way for the social accounts of a deleted sub-account. */
export async function deleteConversionsOfSubAccount(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    delete from ${splitConversions} where ctid = any(array(
      select c.ctid from ${splitConversions} c
      join ${socialAccounts} a on a.workspace_id = c.workspace_id and a.id = c.social_account_id
      where c.workspace_id = ${workspaceId} and a.sub_account_id = ${subAccountId} limit ${atOnce}))`);
  return rowCount === atOnce;
}
