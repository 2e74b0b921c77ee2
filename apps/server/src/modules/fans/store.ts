import { sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { hashedMembership } from '../../base/db/hashed-membership.ts';
import { sharedRowLock } from '../../base/db/named-lock.ts';
import { optimizationFence } from '../../base/db/optimization-fence.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccountLock, socialAccounts } from '../../schema/channels.ts';
import {
  accountFans,
  dedupeEntries,
  dedupeLibraries,
  dedupeLibrarySubAccounts,
  type FanVerdict,
  fanIdentities,
  fanSightings,
  fans as fansTable,
  fanVerdicts,
  type VerdictRule,
} from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workOrderDay, workOrderLock, workOrders } from '../../schema/work-orders.ts';
import { type DedupeScope, scopeKey } from './fan-verdict.ts';

export type Person = { workspaceId: WorkspaceId; platform: string; scope: string; platformUserId: string };
/** `fanId`: the topmost fan of the person; `ownFanId`: the fan that was created with the identity. */
export type KnownPerson = Person & { fanId: string; ownFanId: string };
/** A person who writes to a social account. */
export type Writer = Person & { socialAccountId: string };
/** The row of a fan on an account. `phone`: as shown in the list; '' for none. */
export type AccountFan = { id: string; lastActiveAt: number; phone: string };
/** `accountFan`: the fan's row on that account, or null. */
export type KnownWriter = KnownPerson & { socialAccountId: string; accountFan: AccountFan | null };

/** Returns the writers who have an identity, with their rows on the accounts, in one query. */
export async function findWriters(tx: Tx, writers: readonly Writer[]): Promise<KnownWriter[]> {
  const { rows } = await tx.db.execute<
    KnownPerson & { socialAccountId: string } & (AccountFan | { [Key in keyof AccountFan]: null })
  >(sql`
    select i.workspace_id as "workspaceId", i.platform, i.scope, i.platform_user_id as "platformUserId",
           i.fan_id as "fanId", coalesce(i.own_fan_id, i.fan_id) as "ownFanId", p."socialAccountId", a.id,
           extract(epoch from a.last_active_at) * 1000 as "lastActiveAt", a.phone
    from json_to_recordset(${JSON.stringify(writers)}::json)
      as p("workspaceId" uuid, platform text, scope text, "platformUserId" text, "socialAccountId" uuid)
    join ${fanIdentities} i on i.workspace_id = p."workspaceId" and i.platform = p.platform and i.scope = p.scope
      and i.platform_user_id = p."platformUserId"
    left join ${accountFans} a on a.workspace_id = i.workspace_id and a.social_account_id = p."socialAccountId"
      and a.fan_id = i.fan_id and a.type <> 'merged'`);
  return rows.map(({ id, lastActiveAt, phone, ...writer }) => ({
    ...writer,
    accountFan: id === null ? null : { id, lastActiveAt, phone },
  }));
}

/** Returns the people among these who have an identity. */
export async function findPeople(tx: Tx, people: readonly Person[]): Promise<KnownPerson[]> {
  const { rows } = await tx.db.execute<KnownPerson>(sql`
    select i.workspace_id as "workspaceId", i.platform, i.scope, i.platform_user_id as "platformUserId",
           i.fan_id as "fanId", coalesce(i.own_fan_id, i.fan_id) as "ownFanId"
    from json_to_recordset(${JSON.stringify(people)}::json)
      as p("workspaceId" uuid, platform text, scope text, "platformUserId" text)
    join ${fanIdentities} i on i.workspace_id = p."workspaceId" and i.platform = p.platform and i.scope = p.scope
      and i.platform_user_id = p."platformUserId"`);
  return rows;
}

/** A person to be created, with the ids of their fan and identity. */
export type NewPerson = Person & {
  fanId: string;
  identityId: string;
  displayName: string | null;
  handle: string | null;
};

/**
 * Creates people, each with a fan. If another transaction has just created one of them, this one is refused and starts over: then
 * they can be found. The statements after it are refused at once, instead of waiting for locks that others need meanwhile.
 */
export async function insertPeople(tx: Tx, people: readonly NewPerson[]): Promise<void> {
  const input = sql`json_to_recordset(${JSON.stringify(people)}::json) as p("workspaceId" uuid, platform text,
    scope text, "platformUserId" text, "fanId" uuid, "identityId" uuid, "displayName" text, handle text)`;
  const made = tx.db.execute(sql`
    insert into ${fansTable} (workspace_id, id, display_name) select "workspaceId", "fanId", "displayName" from ${input}`);
  // Sorted, so that concurrent transactions with the same people wait instead of deadlocking.
  const identified = tx.db.execute(sql`
    with identified as (
      insert into ${fanIdentities} (workspace_id, id, platform, scope, platform_user_id, fan_id, own_fan_id, handle)
      select "workspaceId", "identityId", platform, scope, "platformUserId", "fanId", "fanId", handle from ${input}
      order by "workspaceId", platform, scope, "platformUserId"
      on conflict (workspace_id, platform, scope, platform_user_id) do nothing
      returning ${fanIdentities.id}
    )
    select refuse_outdated('another transaction has created a person') from identified
    having count(*) < ${people.length}`);
  await Promise.all([made, identified]);
}

/**
 * Locks people against deletion, merges and their undoing until the transaction ends. Returns the fans of their identities that
 * still belong to them. Sorted, so that transactions that lock fans wait instead of deadlocking.
 */
export async function lockFansAgainstMerges(
  tx: Tx,
  fans: readonly Pick<KnownPerson, 'workspaceId' | 'fanId' | 'ownFanId'>[],
): Promise<Set<string>> {
  const input = sql`json_to_recordset(${JSON.stringify(fans)}::json)
    as m("workspaceId" uuid, "fanId" uuid, "ownFanId" uuid)`;
  const locked = tx.db.execute<{ id: string }>(sql`
    select f.id from ${input}
    join ${fansTable} f on f.workspace_id = m."workspaceId" and f.id = m."fanId" and f.merged_into is null
    order by f.workspace_id, f.id for key share of f`);
  // Executed after the lock: the undoing of a merge may have changed the rows of other fans during the wait. Pipelined.
  const placed = tx.db.execute<{ fanId: string; ownFanId: string }>(sql`
    select m."fanId", m."ownFanId" from ${input} where topmost_fan(m."workspaceId", m."ownFanId") = m."fanId"`);
  const [{ rows: topmost }, { rows }] = await Promise.all([locked, placed]);
  const held = new Set(topmost.map(({ id }) => id));
  return new Set(rows.filter(({ fanId }) => held.has(fanId)).map(({ ownFanId }) => ownFanId));
}

export type FanOnAccount = {
  workspaceId: WorkspaceId;
  fanId: string;
  socialAccountId: string;
  subAccountId: string;
};

/** The sub-account that owns a social account, and its owner's present dedupe scope. */
export type AccountOwner = { subAccountId: string; dedupeScope: DedupeScope };

/**
 * Returns the present owners of social accounts, by id, and locks them until the transaction ends: the process of an encounter may
 * not know yet that the account has moved. Accounts that aren't stored belong to the encounter's sub-account.
 */
export async function lockAccountOwners(
  tx: Tx,
  encounters: readonly Pick<FanOnAccount, 'workspaceId' | 'socialAccountId' | 'subAccountId'>[],
): Promise<Map<string, AccountOwner>> {
  const asked = new Map(
    encounters.map(({ workspaceId, socialAccountId, subAccountId }) => [
      socialAccountId,
      { workspaceId, socialAccountId, subAccountId },
    ]),
  );
  // Each account is locked before it is read, so that a concurrent move is seen once complete. One index lookup each, sorted by
  // id, so that transactions wait instead of deadlocking. The table is the channels module's.
  const sorted = [...asked.values()].sort((a, b) => (a.socialAccountId < b.socialAccountId ? -1 : 1));
  const { rows } = await tx.db.execute<AccountOwner & { socialAccountId: string }>(sql`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(sorted)}::json)
        as m("workspaceId" uuid, "socialAccountId" uuid, "subAccountId" uuid)
    ), turn as materialized (
      select *, ${sharedRowLock(socialAccountLock, sql`"socialAccountId"`)} from asked
    ), held as materialized (
      select m."workspaceId", m."socialAccountId", a.sub_account_id as "subAccountId" from turn m join lateral (
        select a.workspace_id, a.sub_account_id from ${socialAccounts} a
        where a.id = m."socialAccountId" ${optimizationFence} for key share) a on a.workspace_id = m."workspaceId"
    ), placed as (
      select * from held union all
      select * from asked where not ${hashedMembership(sql`"socialAccountId" in (select "socialAccountId" from held)`)}
    )
    select p."socialAccountId", s.id as "subAccountId", s.dedupe_scope as "dedupeScope"
    from placed p cross join lateral (
      select s.id, s.dedupe_scope from ${subAccounts} s
      where s.workspace_id = p."workspaceId" and s.id = p."subAccountId" ${optimizationFence}) s`);
  return new Map(rows.map(({ socialAccountId, ...owner }) => [socialAccountId, owner]));
}

export type OrderQuestion = { workspaceId: WorkspaceId; subAccountId: string; platform: string; at: number };
/** An open work order that counts new verdicts, and its day. */
export type OpenOrder = { subAccountId: string; platform: string; workOrderId: string; orderDay: string };

const takes = sql`o.workspace_id = p."workspaceId" and o.sub_account_id = p."subAccountId" and o.platform = p.platform
  and o.status = 'open'`;

/**
 * Returns the open work orders that count these fans with their open day. Blocks the orders' resets until the transaction ends, so that
 * nothing is counted for a closed day, and queues behind resets that are waiting already.
 */
export async function lockOpenOrders(tx: Tx, questions: readonly OrderQuestion[]): Promise<OpenOrder[]> {
  const { rows } = await tx.db.execute<OpenOrder>(sql`
    with question as (
      select * from json_to_recordset(${JSON.stringify(questions)}::json)
        as p("workspaceId" uuid, "subAccountId" uuid, platform text, at double precision)
    ), turn as materialized (
      select o.id, ${sharedRowLock(workOrderLock, sql`o.id`)} from (
        select distinct o.id from question p join ${workOrders} o on ${takes} order by 1) o
    )
    select o.sub_account_id as "subAccountId", o.platform, o.id as "workOrderId",
      ${workOrderDay(sql`to_timestamp(p.at / 1000)`)}::text as "orderDay"
    from question p join ${workOrders} o on ${takes} join turn on turn.id = o.id
    order by o.workspace_id, o.id for share of o`);
  return rows;
}

export type LibraryQuestion = {
  workspaceId: WorkspaceId;
  subAccountId: string;
  platform: string;
  /** As in `KnownPerson`. */
  fanId: string;
  ownFanId: string;
  /** Identifies the question; returned with the answer. */
  name: string;
  keys: readonly string[];
};

/** `fanIds`: the merged fans whose numbers are listed; null if the writer's own fan is listed. */
export type Listing = { libraryId: string; fanIds: string[] | null };

/**
 * Returns the people listed in a dedupe library that applies to the sub-account, with the library: by the given keys, or by a
 * known phone number.
 */
export async function findListed(
  tx: Tx,
  questions: readonly LibraryQuestion[],
): Promise<Map<string, Listing>> {
  const { rows } = await tx.db.execute<Listing & { name: string }>(sql`
    select q.name, (array_agg(l.id order by l.created_at, l.id))[1] as "libraryId",
      case when not bool_or(k.fan is null) then array_agg(distinct k.fan) end as "fanIds"
    from json_to_recordset(${JSON.stringify(questions)}::json)
      as q("workspaceId" uuid, "subAccountId" uuid, platform text, "fanId" uuid, "ownFanId" uuid, name text, keys json)
    cross join lateral (
      select given.key, null::uuid as fan from json_array_elements_text(q.keys) as given(key)
      union all (
        select i.platform_user_id, nullif(i.own_fan_id, q."ownFanId") from ${fanIdentities} i
        where i.workspace_id = q."workspaceId" and i.fan_id = q."fanId" and i.platform = 'phone' ${optimizationFence})) k
    cross join lateral (
      select e.library_id from ${dedupeEntries} e
      where e.workspace_id = q."workspaceId" and e.platform = q.platform and e.key = k.key ${optimizationFence}) e
    join ${dedupeLibraries} l on l.workspace_id = q."workspaceId" and l.id = e.library_id and l.enabled
      and (l.range = 'all' or exists (
        select from ${dedupeLibrarySubAccounts} s
        where s.workspace_id = l.workspace_id and s.library_id = l.id and s.sub_account_id = q."subAccountId"))
    group by q.name`);
  return new Map(rows.map(({ name, ...listing }) => [name, listing]));
}

export type FanClaim = FanOnAccount & { verdictId: string; dedupeScope: DedupeScope };

const claimed = (claims: readonly FanClaim[]) => {
  const rows = claims.map(({ workspaceId, fanId, subAccountId, verdictId, dedupeScope }, ord) => ({
    ord,
    workspaceId,
    fanId,
    subAccountId,
    verdictId,
    counts: scopeKey(dedupeScope, subAccountId),
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as c(ord int, "workspaceId" uuid, "fanId" uuid,
    "subAccountId" text, "verdictId" uuid, counts text)`;
};

/**
 * Claims the sighting of each fan who has none, in both scopes at once, so that a later change of the scope setting finds its
 * history. Of two claims to one fan the earlier in the list wins.
 */
export async function claimSightings(tx: Tx, claims: readonly FanClaim[]): Promise<void> {
  // Sorted, so that concurrent transactions with the same fans wait instead of deadlocking.
  await tx.db.execute(sql`
    insert into ${fanSightings} (workspace_id, scope, fan_id, verdict_id)
    select c."workspaceId", s.scope, c."fanId", c."verdictId"
    from ${claimed(claims)} cross join lateral (values ('workspace'), (c."subAccountId")) as s(scope)
    order by c."workspaceId", s.scope, c."fanId", c.ord
    on conflict (workspace_id, scope, fan_id) do nothing`);
}

/**
 * Returns for the verdict of each claim that was made the first one in the scope that counts: itself, or an earlier one. A separate
 * statement, so that it sees what was committed while the claims waited.
 */
export async function findFirstSightings(tx: Tx, claims: readonly FanClaim[]): Promise<Map<string, string>> {
  const { rows } = await tx.db.execute<{ verdictId: string; first: string }>(sql`
    select c."verdictId", s.verdict_id as first
    from ${claimed(claims)}
    join ${fanSightings} s on s.workspace_id = c."workspaceId" and s.scope = c.counts and s.fan_id = c."fanId"`);
  return new Map(rows.map((row) => [row.verdictId, row.first]));
}

export type NewVerdict = FanOnAccount & {
  verdictId: string;
  ownFanId: string;
  platform: string;
  verdict: FanVerdict;
  rule: VerdictRule;
  scope: string;
  matchedVerdictId: string | null;
  libraryId: string | null;
  /** As in `Listing`. */
  listedFanIds: readonly string[] | null;
  workOrderId: string | null;
  orderDay: string | null;
  platformMessageId: string;
  platformUserId: string;
  displayName: string | null;
  handle: string | null;
  phone: string | null;
  /** Milliseconds since the epoch. */
  decidedAt: number;
  /** The person's last activity, if earlier than `decidedAt`. */
  activeAt?: number;
};

/** The note on the fan of `g`, from the same sub-account, or from one with which it shares notes. */
const noteElsewhere = sql`
  select a.alias, a.notes from ${accountFans} a
  join ${subAccounts} own on own.workspace_id = g."workspaceId" and own.id = g."subAccountId"
  join ${subAccounts} other on other.workspace_id = a.workspace_id and other.id = a.sub_account_id
  where a.workspace_id = g."workspaceId" and a.fan_id = g."fanId" and (a.alias <> '' or a.notes <> '')
    and (own.id = other.id or (own.profile_sharing and other.profile_sharing))
  limit 1`;

/**
 * Inserts verdicts, each with the fan's row on the account; triggers update the counters. Rejects if another transaction has given
 * one of the fans a verdict on that account meanwhile: sightings claimed for this one must not remain.
 */
export async function insertVerdicts(tx: Tx, verdicts: readonly NewVerdict[]): Promise<void> {
  await tx.db.execute(sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(verdicts)}::json) as v("workspaceId" uuid, "verdictId" uuid,
        "fanId" uuid, "ownFanId" uuid, "socialAccountId" uuid, "subAccountId" uuid, platform text, verdict text, rule text,
        scope text, "matchedVerdictId" uuid, "libraryId" uuid, "listedFanIds" uuid[], "workOrderId" uuid,
        "orderDay" date, "platformMessageId" text, "platformUserId" text, "displayName" text, handle text, phone text,
        "decidedAt" double precision, "activeAt" double precision)
      order by "workspaceId", "socialAccountId", "fanId"
    ), account_rows as (
      insert into ${accountFans} (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform,
        counts_as, display_name, platform_user_id, handle, phone, alias, notes, grown_at, last_active_at, work_order_id,
        order_day)
      select "workspaceId", "verdictId", "fanId", "ownFanId", "socialAccountId", "subAccountId", platform, verdict,
        coalesce("displayName", ''), "platformUserId", coalesce(handle, ''), coalesce(phone, ''),
        coalesce(n.alias, ''), coalesce(n.notes, ''), to_timestamp("decidedAt" / 1000),
        to_timestamp(coalesce("activeAt", "decidedAt") / 1000), "workOrderId", "orderDay"
      from given g left join lateral (${noteElsewhere}) n on true
      on conflict (workspace_id, social_account_id, fan_id) where ${accountFans.type} <> 'merged' do nothing
      returning ${accountFans.id}
    ), verdicts as (
      insert into ${fanVerdicts} (workspace_id, id, fan_id, social_account_id, sub_account_id, platform, verdict, rule, scope,
        matched_verdict_id, library_id, listed_fan_ids, work_order_id, order_day, platform_message_id, decided_at)
      select "workspaceId", "verdictId", "ownFanId", "socialAccountId", "subAccountId", platform, verdict, rule, scope,
        "matchedVerdictId", "libraryId", "listedFanIds", "workOrderId", "orderDay", "platformMessageId",
        to_timestamp("decidedAt" / 1000)
      from given where "verdictId" in (select id from account_rows)
      on conflict (workspace_id, social_account_id, fan_id) do nothing
    )
    select refuse_outdated('another transaction has given a verdict') from account_rows
    having count(*) < ${verdicts.length}`);
}

export type Activity = {
  workspaceId: WorkspaceId;
  accountFanId: string;
  displayName: string | null;
  handle: string | null;
  /** Null if there is nothing to show, or a number is shown already. */
  phone: string | null;
  at: number;
};

/**
 * Records fans' activity, with their present names and numbers. Must be the last statement on fans in a transaction: like in
 * resets, the list's rows are locked after the work orders.
 */
export async function touchAccountFans(tx: Tx, activities: readonly Activity[]): Promise<void> {
  await tx.db.execute(sql`
    with given as materialized (
      select a.workspace_id, a.id, t.at, t."displayName", t.handle, t.phone
      from json_to_recordset(${JSON.stringify(activities)}::json) as t("workspaceId" uuid, "accountFanId" uuid,
        "displayName" text, handle text, phone text, at double precision)
      join ${accountFans} a on a.workspace_id = t."workspaceId" and a.id = t."accountFanId"
      order by a.workspace_id, a.id for no key update of a
    )
    update ${accountFans} a set last_active_at = greatest(a.last_active_at, to_timestamp(g.at / 1000)),
      display_name = coalesce(g."displayName", a.display_name), handle = coalesce(g.handle, a.handle),
      phone = case when a.phone = '' then coalesce(g.phone, '') else a.phone end
    from given g where a.workspace_id = g.workspace_id and a.id = g.id`);
}
