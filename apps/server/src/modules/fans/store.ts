import { sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { scopeKey } from './fan-verdict.ts';
import type { Verdict } from './tables.ts';

export type Person = { workspaceId: WorkspaceId; platform: string; scope: string; platformUserId: string };
export type KnownPerson = Person & { fanId: string };

/** Which of these people have an identity already. One query, however many. */
export async function findPeople(tx: Tx, people: readonly Person[]): Promise<KnownPerson[]> {
  const { rows } = await tx.db.execute<KnownPerson>(sql`
    select i.workspace_id as "workspaceId", i.platform, i.scope, i.platform_user_id as "platformUserId",
           i.fan_id as "fanId"
    from json_to_recordset(${JSON.stringify(people)}::json)
      as p("workspaceId" uuid, platform text, scope text, "platformUserId" text)
    join fan_identities i on i.workspace_id = p."workspaceId" and i.platform = p.platform and i.scope = p.scope
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
  // Sorted, so that two transactions that meet the same people wait for each other instead of deadlocking.
  const rows = people
    .map((person) => ({ ...person, fanId: newId(), id: newId() }))
    .sort((a, b) => (a.platformUserId < b.platformUserId ? -1 : 1));
  const input = sql`json_to_recordset(${JSON.stringify(rows)}::json) as p("workspaceId" uuid, platform text,
    scope text, "platformUserId" text, "fanId" uuid, id uuid, "displayName" text)`;
  await tx.db.execute(sql`
    insert into fans (workspace_id, id, display_name) select "workspaceId", "fanId", "displayName" from ${input}`);
  const inserted = await tx.db.execute<KnownPerson>(sql`
    insert into fan_identities (workspace_id, id, platform, scope, platform_user_id, fan_id)
    select "workspaceId", id, platform, scope, "platformUserId", "fanId" from ${input}
    on conflict (workspace_id, platform, scope, platform_user_id) do nothing
    returning workspace_id as "workspaceId", platform, scope, platform_user_id as "platformUserId", fan_id as "fanId"`);
  if (inserted.rows.length === rows.length) return inserted.rows;
  const kept = new Set(inserted.rows.map((row) => row.fanId));
  const orphans = rows.filter((row) => !kept.has(row.fanId)).map((row) => row.fanId);
  await tx.db.execute(sql`
    delete from fans where workspace_id = any(${sql.param(rows.map((row) => row.workspaceId))}::uuid[])
      and id = any(${sql.param(orphans)}::uuid[])`);
  return findPeople(tx, people);
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
): Promise<{ fanId: string; socialAccountId: string; verdict: Verdict }[]> {
  const { rows } = await tx.db.execute<{ fanId: string; socialAccountId: string; verdict: Verdict }>(sql`
    select v.fan_id as "fanId", v.social_account_id as "socialAccountId", v.verdict
    from json_to_recordset(${JSON.stringify(meetings)}::json)
      as m("workspaceId" uuid, "fanId" uuid, "socialAccountId" uuid)
    join fan_verdicts v on v.workspace_id = m."workspaceId" and v.social_account_id = m."socialAccountId"
      and v.fan_id = m."fanId"`);
  return rows;
}

export type Claim = Meeting & { verdictId: string; dedupeScope: 'sub-account' | 'workspace' };

/**
 * Tries to be the first to see a fan, in both scopes at once, so that a later change of the scope setting finds
 * its history. Returns the earlier verdict in the scope that counts, or null: this one is the first.
 */
export async function claimSighting(tx: Tx, claim: Claim): Promise<string | null> {
  const counts = scopeKey(claim.dedupeScope, claim.subAccountId);
  for (const scope of ['workspace', claim.subAccountId]) {
    await tx.db.execute(sql`
      insert into fan_sightings (workspace_id, scope, fan_id, verdict_id)
      values (${claim.workspaceId}, ${scope}, ${claim.fanId}, ${claim.verdictId})
      on conflict (workspace_id, scope, fan_id) do nothing`);
  }
  const { rows } = await tx.db.execute<{ verdict_id: string }>(sql`
    select verdict_id from fan_sightings
    where workspace_id = ${claim.workspaceId} and scope = ${counts} and fan_id = ${claim.fanId}`);
  const first = rows[0]?.verdict_id ?? null;
  return first === claim.verdictId ? null : first;
}

export type NewVerdict = Meeting & {
  id: string;
  verdict: Verdict;
  rule: string;
  scope: string;
  matchedVerdictId: string | null;
  platformMessageId: string;
  decidedAt: number;
};

/** False: another transaction has judged this fan on this social account meanwhile. */
export async function insertVerdict(tx: Tx, it: NewVerdict): Promise<boolean> {
  const { rows } = await tx.db.execute(sql`
    insert into fan_verdicts (workspace_id, id, fan_id, social_account_id, sub_account_id, verdict, rule, scope,
                              matched_verdict_id, platform_message_id, decided_at)
    values (${it.workspaceId}, ${it.id}, ${it.fanId}, ${it.socialAccountId}, ${it.subAccountId}, ${it.verdict},
            ${it.rule}, ${it.scope}, ${it.matchedVerdictId}, ${it.platformMessageId}, ${new Date(it.decidedAt)})
    on conflict (workspace_id, social_account_id, fan_id) do nothing returning 1`);
  return rows.length > 0;
}

const slots = 8;

/** Counts a verdict in its day, in one of several rows, so that a busy account's counter is not fought over. */
export async function countVerdict(tx: Tx, it: NewVerdict): Promise<void> {
  const slot = Number.parseInt(it.fanId.slice(-2), 16) % slots;
  const one = (verdict: Verdict) => (it.verdict === verdict ? 1 : 0);
  await tx.db.execute(sql`
    insert into fan_days as d (workspace_id, social_account_id, day, slot, base_fans, new_fans, repeat_fans)
    select ${it.workspaceId}, ${it.socialAccountId}, (${new Date(it.decidedAt)}::timestamptz at time zone w.time_zone)::date,
           ${slot}, ${one('base')}, ${one('new')}, ${one('repeat')}
    from workspaces w where w.id = ${it.workspaceId}
    on conflict (workspace_id, social_account_id, day, slot) do update set
      base_fans = d.base_fans + excluded.base_fans,
      new_fans = d.new_fans + excluded.new_fans,
      repeat_fans = d.repeat_fans + excluded.repeat_fans`);
}
