import { sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import {
  type FanVerdict,
  fanDays,
  fanIdentities,
  fanSightings,
  fans as fansTable,
  fanVerdicts,
} from '../../schema/fans.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import { workspaceDay, workspaces } from '../../schema/workspaces.ts';
import { type DedupeScope, scopeKey } from './fan-verdict.ts';

export type Person = { workspaceId: WorkspaceId; platform: string; scope: string; platformUserId: string };
export type KnownPerson = Person & { fanId: string };
/** A person who writes to a social account. */
export type Writer = Person & { socialAccountId: string };
/** `verdict`: what stands already for the fan on that account; null: none. */
export type KnownWriter = KnownPerson & { socialAccountId: string; verdict: FanVerdict | null };

/** Returns the writers whose person has an identity, with their verdicts. One query, however many. */
export async function findWriters(tx: Tx, writers: readonly Writer[]): Promise<KnownWriter[]> {
  const { rows } = await tx.db.execute<KnownWriter>(sql`
    select i.workspace_id as "workspaceId", i.platform, i.scope, i.platform_user_id as "platformUserId",
           i.fan_id as "fanId", p."socialAccountId", v.verdict
    from json_to_recordset(${JSON.stringify(writers)}::json)
      as p("workspaceId" uuid, platform text, scope text, "platformUserId" text, "socialAccountId" uuid)
    join ${fanIdentities} i on i.workspace_id = p."workspaceId" and i.platform = p.platform and i.scope = p.scope
      and i.platform_user_id = p."platformUserId"
    left join ${fanVerdicts} v on v.workspace_id = i.workspace_id and v.social_account_id = p."socialAccountId"
      and v.fan_id = i.fan_id`);
  return rows;
}

async function findPeople(tx: Tx, people: readonly Person[]): Promise<KnownPerson[]> {
  const { rows } = await tx.db.execute<KnownPerson>(sql`
    select i.workspace_id as "workspaceId", i.platform, i.scope, i.platform_user_id as "platformUserId",
           i.fan_id as "fanId"
    from json_to_recordset(${JSON.stringify(people)}::json)
      as p("workspaceId" uuid, platform text, scope text, "platformUserId" text)
    join ${fanIdentities} i on i.workspace_id = p."workspaceId" and i.platform = p.platform and i.scope = p.scope
      and i.platform_user_id = p."platformUserId"`);
  return rows;
}

/**
 * Makes fans for people without an identity. Of two transactions that meet the same person the unique key lets
 * one through; the other finds no row returned and reads what the first has written.
 */
export async function insertPeople(
  tx: Tx,
  people: readonly (Person & { displayName: string | null })[],
): Promise<KnownPerson[]> {
  const rows = people.map((person) => ({ ...person, fanId: newId(), id: newId() }));
  const input = sql`json_to_recordset(${JSON.stringify(rows)}::json) as p("workspaceId" uuid, platform text,
    scope text, "platformUserId" text, "fanId" uuid, id uuid, "displayName" text)`;
  await tx.db.execute(sql`
    insert into ${fansTable} (workspace_id, id, display_name) select "workspaceId", "fanId", "displayName" from ${input}`);
  // Sorted, so that two transactions that meet the same people wait for each other instead of deadlocking.
  const inserted = await tx.db.execute<KnownPerson>(sql`
    insert into ${fanIdentities} (workspace_id, id, platform, scope, platform_user_id, fan_id)
    select "workspaceId", id, platform, scope, "platformUserId", "fanId" from ${input}
    order by "workspaceId", platform, scope, "platformUserId"
    on conflict (workspace_id, platform, scope, platform_user_id) do nothing
    returning workspace_id as "workspaceId", platform, scope, platform_user_id as "platformUserId", fan_id as "fanId"`);
  if (inserted.rows.length === rows.length) return inserted.rows;
  const kept = new Set(inserted.rows.map((row) => row.fanId));
  const orphans = rows.filter((row) => !kept.has(row.fanId)).map((row) => row.fanId);
  await tx.db.execute(sql`
    delete from ${fansTable} where workspace_id = any(${sql.param(rows.map((row) => row.workspaceId))}::uuid[])
      and id = any(${sql.param(orphans)}::uuid[])`);
  return findPeople(tx, people);
}

/**
 * Keeps these fans from being deleted until the transaction ends (`deletion/store.ts`). Returns those that still exist.
 * Sorted, so that transactions that lock fans wait instead of deadlocking.
 */
export async function holdFans(
  tx: Tx,
  fans: readonly Pick<KnownPerson, 'workspaceId' | 'fanId'>[],
): Promise<Set<string>> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select f.id from json_to_recordset(${JSON.stringify(fans)}::json) as m("workspaceId" uuid, "fanId" uuid)
    join ${fansTable} f on f.workspace_id = m."workspaceId" and f.id = m."fanId"
    order by f.workspace_id, f.id for key share of f`);
  return new Set(rows.map((row) => row.id));
}

export type Meeting = {
  workspaceId: WorkspaceId;
  fanId: string;
  socialAccountId: string;
  subAccountId: string;
};

/** The verdicts that stand already for these fans on these social accounts. */
export async function findVerdicts(
  tx: Tx,
  meetings: readonly Meeting[],
): Promise<{ fanId: string; socialAccountId: string; verdict: FanVerdict }[]> {
  const { rows } = await tx.db.execute<{ fanId: string; socialAccountId: string; verdict: FanVerdict }>(sql`
    select v.fan_id as "fanId", v.social_account_id as "socialAccountId", v.verdict
    from json_to_recordset(${JSON.stringify(meetings)}::json)
      as m("workspaceId" uuid, "fanId" uuid, "socialAccountId" uuid)
    join ${fanVerdicts} v on v.workspace_id = m."workspaceId" and v.social_account_id = m."socialAccountId"
      and v.fan_id = m."fanId"`);
  return rows;
}

/** Returns within which scope each sub-account counts a person once, as its owner has it now. */
export async function findDedupeScopes(
  tx: Tx,
  places: readonly Pick<Meeting, 'workspaceId' | 'subAccountId'>[],
): Promise<Map<string, DedupeScope>> {
  const column = (values: string[]) => sql`${sql.param([...new Set(values)])}::uuid[]`;
  const { rows } = await tx.db.execute<{ id: string; dedupeScope: DedupeScope }>(sql`
    select id, dedupe_scope as "dedupeScope" from ${subAccounts}
    where workspace_id = any(${column(places.map((it) => it.workspaceId))})
      and id = any(${column(places.map((it) => it.subAccountId))})`);
  return new Map(rows.map(({ id, dedupeScope }) => [id, dedupeScope]));
}

export type FanClaim = Meeting & { verdictId: string; dedupeScope: DedupeScope };

/**
 * Tries to be the first to see each fan, in both scopes at once, so that a later change of the scope setting finds
 * its history. Of two claims to one fan the earlier in the list wins. Returns for each claim's verdict the first
 * one in the scope that counts: itself, or the earlier one.
 */
export async function claimSightings(tx: Tx, claims: readonly FanClaim[]): Promise<Map<string, string>> {
  const input = claims.map(({ workspaceId, fanId, subAccountId, verdictId, dedupeScope }, ord) => ({
    ord,
    workspaceId,
    fanId,
    subAccountId,
    verdictId,
    counts: scopeKey(dedupeScope, subAccountId),
  }));
  const claim = sql`json_to_recordset(${JSON.stringify(input)}::json) as c(ord int, "workspaceId" uuid,
    "fanId" uuid, "subAccountId" text, "verdictId" uuid, counts text)`;
  // Sorted, as all that follows, so that two transactions that meet the same fans wait instead of deadlocking.
  await tx.db.execute(sql`
    insert into ${fanSightings} (workspace_id, scope, fan_id, verdict_id)
    select c."workspaceId", s.scope, c."fanId", c."verdictId"
    from ${claim} cross join lateral (values ('workspace'), (c."subAccountId")) as s(scope)
    order by c."workspaceId", s.scope, c."fanId", c.ord
    on conflict (workspace_id, scope, fan_id) do nothing`);
  // A separate statement: it has to see rows that were committed while the first one waited.
  const { rows } = await tx.db.execute<{ verdictId: string; first: string }>(sql`
    select c."verdictId", s.verdict_id as first
    from ${claim}
    join ${fanSightings} s on s.workspace_id = c."workspaceId" and s.scope = c.counts and s.fan_id = c."fanId"`);
  return new Map(rows.map((row) => [row.verdictId, row.first]));
}

export type NewVerdict = Meeting & {
  verdictId: string;
  verdict: FanVerdict;
  rule: string;
  scope: string;
  matchedVerdictId: string | null;
  platformMessageId: string;
  /** Milliseconds since the epoch. */
  decidedAt: number;
};

/**
 * Inserts verdicts and returns the ids of those that were stored; a missing one's fan was judged on that account by
 * another process in the meantime.
 */
export async function insertVerdicts(tx: Tx, verdicts: readonly NewVerdict[]): Promise<Set<string>> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    insert into ${fanVerdicts} (workspace_id, id, fan_id, social_account_id, sub_account_id, verdict, rule, scope,
                              matched_verdict_id, platform_message_id, decided_at)
    select "workspaceId", "verdictId", "fanId", "socialAccountId", "subAccountId", verdict, rule, scope,
      "matchedVerdictId", "platformMessageId", to_timestamp("decidedAt" / 1000)
    from json_to_recordset(${JSON.stringify(verdicts)}::json) as v("workspaceId" uuid, "verdictId" uuid,
      "fanId" uuid, "socialAccountId" uuid, "subAccountId" uuid, verdict text, rule text, scope text,
      "matchedVerdictId" uuid, "platformMessageId" text, "decidedAt" double precision)
    order by "workspaceId", "socialAccountId", "fanId"
    on conflict (workspace_id, social_account_id, fan_id) do nothing
    returning id`);
  return new Set(rows.map((row) => row.id));
}

const slots = 8;

/** Counts verdicts in their days, each day in several rows, so that a busy account's counter is not fought over. */
export async function countVerdicts(tx: Tx, verdicts: readonly NewVerdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const input = verdicts.map(({ workspaceId, socialAccountId, fanId, verdict, decidedAt }) => ({
    workspaceId,
    socialAccountId,
    verdict,
    decidedAt,
    slot: Number.parseInt(fanId.slice(-2), 16) % slots,
  }));
  await tx.db.execute(sql`
    insert into ${fanDays} as d (workspace_id, social_account_id, day, slot, base_fans, new_fans, repeat_fans)
    select w.id, v."socialAccountId", ${workspaceDay(sql`to_timestamp(v."decidedAt" / 1000)`)} as day,
      v.slot, count(*) filter (where v.verdict = 'base'), count(*) filter (where v.verdict = 'new'),
      count(*) filter (where v.verdict = 'repeat')
    from json_to_recordset(${JSON.stringify(input)}::json) as v("workspaceId" uuid, "socialAccountId" uuid,
      verdict text, "decidedAt" double precision, slot smallint)
    join ${workspaces} w on w.id = v."workspaceId"
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (workspace_id, social_account_id, day, slot) do update set
      base_fans = d.base_fans + excluded.base_fans,
      new_fans = d.new_fans + excluded.new_fans,
      repeat_fans = d.repeat_fans + excluded.repeat_fans`);
}
