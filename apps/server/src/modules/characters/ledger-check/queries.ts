/** Proves that everything derived from the ledger equals it: balances, days, totals and the usage record. */
import { sql } from 'drizzle-orm';
import { type Database, type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import {
  characterAccounts,
  characterDays,
  characterEntries,
  characterLeases,
  characterTotals,
  characterUsageDays,
} from '../../../schema/characters.ts';

export type LedgerFault = {
  workspaceId: string;
  /** The owner's account (the workspace's id) or a sub-account's. */
  accountId: string;
  what:
    | 'balance'
    | 'negative balance'
    | 'days'
    | 'total'
    | 'usage record'
    | 'translations'
    | 'translations by day';
  kept: number;
  ledger: number;
};

export type WorkspaceSums = {
  workspaceId: string;
  accounts: number;
  entries: number;
  granted: number;
  spent: number;
  /** The sum of all accounts; must equal `granted` minus `spent`. */
  left: number;
};

export type LedgerCheck = { workspaces: WorkspaceSums[]; faults: LedgerFault[] };

/** Checks a snapshot of the ledger during normal operation: it neither blocks writers nor waits for them. */
export async function checkLedger(database: Database): Promise<LedgerCheck> {
  const work = async (tx: Tx) => {
    await tx.db.execute(sql`set transaction isolation level repeatable read, read only`);
    return { workspaces: await sumWorkspaces(tx), faults: await findDiscrepancies(tx) };
  };
  // It reads the whole ledger, which takes longer than a request's time limit.
  return transaction(database, work, { unlimited: true });
}

/** Returns all discrepancies; any is a defect. */
export async function findDiscrepancies(handle: Handle): Promise<LedgerFault[]> {
  return [...(await findWrongBalances(handle)), ...(await findWrongUsage(handle))];
}

/** An account's characters: those available, and those drawn by open leases but not spent. */
const balances = sql`
  open_lease as (
    select ${characterLeases.workspaceId}, ${characterLeases.id}, ${characterLeases.accountId},
      ${characterLeases.amount}
    from ${characterLeases} where ${characterLeases.settledAt} is null
  ), on_lease as (
    select l.workspace_id, l.account_id, sum(l.amount - (
      select coalesce(sum(e.amount), 0) from ${characterEntries} e
      where e.workspace_id = l.workspace_id and e.lease_id = l.id)) as unspent
    from open_lease l group by 1, 2
  ), balance as (
    select a.workspace_id, a.account_id, a.available, a.available + coalesce(l.unspent, 0) as amount
    from ${characterAccounts} a left join on_lease l using (workspace_id, account_id)
  )`;

async function findWrongBalances(handle: Handle): Promise<LedgerFault[]> {
  const { rows } = await handle.db.execute<LedgerFault>(sql`
    with ${balances}, moved as (
      select workspace_id, account_id, sum(amount) as amount from (
        select ${characterEntries.workspaceId}, ${characterEntries.toAccount} as account_id,
          ${characterEntries.amount}
        from ${characterEntries} where ${characterEntries.toAccount} is not null
        union all
        select ${characterEntries.workspaceId}, ${characterEntries.fromAccount}, -${characterEntries.amount}
        from ${characterEntries} where ${characterEntries.fromAccount} is not null
      ) m group by 1, 2
    )
    select workspace_id as "workspaceId", account_id as "accountId", v.what, v.kept, v.ledger
    from balance b full join moved m using (workspace_id, account_id)
    cross join lateral (values
      ('balance', coalesce(b.amount, 0), coalesce(m.amount, 0), coalesce(b.amount, 0) <> coalesce(m.amount, 0)),
      ('negative balance', least(b.available, b.amount), 0, least(b.available, b.amount) < 0)
    ) as v(what, kept, ledger, wrong)
    where v.wrong order by 1, 2, 3`);
  return rows;
}

/** Compares per sub-account, not per day: folded usage keeps its day when a workspace changes its time zone. */
async function findWrongUsage(handle: Handle): Promise<LedgerFault[]> {
  const { rows } = await handle.db.execute<LedgerFault>(sql`
    with entry as (
      select e.workspace_id, e.sub_account_id, sum(e.amount) filter (where l.settled_at is not null) as settled,
        sum(e.amount) filter (where l.usage_folded) as folded, count(*) filter (where l.usage_folded) as translations
      from ${characterEntries} e
      join ${characterLeases} l on l.workspace_id = e.workspace_id and l.id = e.lease_id
      where e.kind = 'usage' group by 1, 2
    ), day as (
      select ${characterDays.workspaceId}, ${characterDays.subAccountId}, sum(${characterDays.used}) as used,
        sum(${characterDays.translations}) as translations
      from ${characterDays} group by 1, 2
    ), record as (
      select ${characterUsageDays.workspaceId}, ${characterUsageDays.subAccountId},
        sum(${characterUsageDays.characters}) as characters, sum(${characterUsageDays.translations}) as translations
      from ${characterUsageDays} group by 1, 2
    )
    select workspace_id as "workspaceId", sub_account_id as "accountId", v.what, coalesce(v.kept, 0) as kept,
      coalesce(v.ledger, 0) as ledger
    from entry full join day using (workspace_id, sub_account_id)
    full join ${characterTotals} total using (workspace_id, sub_account_id)
    full join record using (workspace_id, sub_account_id)
    cross join lateral (values
      ('days', day.used, entry.settled), ('total', total.used, entry.settled),
      ('usage record', record.characters, entry.folded), ('translations', record.translations, entry.translations),
      ('translations by day', day.translations, entry.translations)
    ) as v(what, kept, ledger)
    where coalesce(v.kept, 0) <> coalesce(v.ledger, 0) order by 1, 2, 3`);
  return rows;
}

async function sumWorkspaces(handle: Handle): Promise<WorkspaceSums[]> {
  const { rows } = await handle.db.execute<WorkspaceSums>(sql`
    with ${balances}, held as (
      select workspace_id, count(*) as accounts, sum(amount) as amount from balance group by 1
    ), booked as (
      select ${characterEntries.workspaceId}, count(*) as entries,
        sum(${characterEntries.amount}) filter (where ${characterEntries.kind} = 'grant') as granted,
        sum(${characterEntries.amount}) filter (where ${characterEntries.kind} = 'usage') as spent
      from ${characterEntries} group by 1
    )
    select workspace_id as "workspaceId", coalesce(h.accounts, 0) as accounts, coalesce(b.entries, 0) as entries,
      coalesce(b.granted, 0) as granted, coalesce(b.spent, 0) as spent, coalesce(h.amount, 0) as left
    from held h full join booked b using (workspace_id) order by 1`);
  return rows;
}
