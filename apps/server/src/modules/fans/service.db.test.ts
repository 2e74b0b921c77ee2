import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, type Tx, transaction } from '../../base/db/database.ts';
import { acquireRowLock } from '../../base/db/named-lock.ts';
import { type TestDatabase, testDatabase } from '../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../base/ids.ts';
import { socialAccountLock } from '../../schema/channels.ts';
import { findMiscounts } from './counters/queries.ts';
import { resolveFans } from './fakes.ts';
import type { DedupeScope } from './fan-verdict.ts';
import { newPerson } from './person.ts';
import { readFanCounts } from './queries.ts';
import type { Encounter } from './service.ts';
import { findPeople, insertPeople } from './store.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 24);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

let workspaceId: WorkspaceId;
const accounts = { one: '', two: '', three: '' };
const agents = { ana: '', ben: '' };
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  for (const name of ['one', 'two', 'three'] as const) accounts[name] = newId();
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  for (const name of ['ana', 'ben'] as const) agents[name] = await insertSubAccount(workspaceId);
});

async function insertSubAccount(workspace: WorkspaceId): Promise<string> {
  const id = newId();
  await database.db.execute(sql`
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    values (${workspace}, ${id}, ${id}, '', '')`);
  return id;
}

async function setDedupeScope(scope: DedupeScope): Promise<void> {
  await database.db.execute(
    sql`update sub_accounts set dedupe_scope = ${scope} where workspace_id = ${workspaceId}`,
  );
}

/** Returns an encounter; by default, a Telegram user writes to Ana's first account. */
function encounter(platformUserId: string, given: Partial<Encounter> = {}): Encounter {
  return {
    workspaceId,
    platform: 'telegram',
    socialAccountId: accounts.one,
    subAccountId: agents.ana,
    platformUserId,
    displayName: 'Marta',
    platformMessageId: newId(),
    history: false,
    at: Date.now(),
    ...given,
  };
}
const meet = (...encounters: Encounter[]) => transaction(database, (tx) => resolveFans(tx, encounters));
async function verdictOf(it: Encounter): Promise<string | undefined> {
  return (await meet(it))[0]?.verdict;
}
async function countsOf(account: string) {
  return (await readFanCounts(database, workspaceId, [account])).get(account);
}

/** Gives Ana's first account to a sub-account, with its present row. */
async function giveAccountTo(subAccountId: string): Promise<void> {
  await database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, enabled)
    values (${workspaceId}, ${accounts.one}, 'telegram', 'Bot', ${accounts.one}, '', ${subAccountId}, '', false)`);
}

describe('an account that has moved to another sub-account', () => {
  const countedFor = async () => {
    const { rows } = await database.db.execute<{ id: string; order: string | null; scope: string }>(sql`
      select sub_account_id as id, work_order_id as order, scope from fan_verdicts
      where workspace_id = ${workspaceId} and social_account_id = ${accounts.one}`);
    return rows;
  };
  async function openOrder(subAccountId: string): Promise<string> {
    const id = newId();
    await database.db.execute(sql`
      insert into work_orders (workspace_id, id, name, platform, sub_account_id, time_zone, open_day, open_since, next_reset_at)
      values (${workspaceId}, ${id}, 'Spring', 'telegram', ${subAccountId}, 'UTC', current_date, now(), now() + interval '1 day')`);
    return id;
  }

  async function moveToBen(tx: Tx): Promise<void> {
    await acquireRowLock(tx, socialAccountLock, accounts.one);
    await tx.db.execute(sql`
      select from social_accounts where workspace_id = ${workspaceId} and id = ${accounts.one} for update`);
    await tx.db.execute(sql`
      update social_accounts set sub_account_id = ${agents.ben} where workspace_id = ${workspaceId} and id = ${accounts.one}`);
  }

  /** Waits until this many transactions wait for a lock. */
  const waiting = (transactions: number) =>
    until(`${transactions} transactions to wait`, async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === transactions;
    });

  it('counts for the present sub-account, even in a process that has not noticed the move', async () => {
    await setDedupeScope('sub-account');
    await openOrder(agents.ana);
    const order = await openOrder(agents.ben);
    await giveAccountTo(agents.ben);
    await meet(encounter('u1'), encounter('u2', { socialAccountId: accounts.two }));
    expect(await countedFor()).toEqual([{ id: agents.ben, order, scope: agents.ben }]);
    expect(await verdictOf(encounter('u1', { socialAccountId: accounts.three }))).toBe('new');
  });

  it('counts for the new sub-account during a concurrent move', async () => {
    await giveAccountTo(agents.ana);
    const encountered = await transaction(database, async (tx) => {
      await moveToBen(tx);
      const started = meet(encounter('u1'));
      await waiting(1);
      return { started };
    });
    await encountered.started;
    expect(await countedFor()).toMatchObject([{ id: agents.ben }]);
  });

  it('counts no second message of the same moment for the new sub-account', async () => {
    await setDedupeScope('sub-account');
    await giveAccountTo(agents.ana);
    await meet(encounter('u1', { socialAccountId: accounts.two }));
    const [counted, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = transaction(database, async (tx) => {
      await resolveFans(tx, [encounter('u1')]);
      counted.resolve();
      await committing.promise;
    });
    await counted.promise;
    const moved = transaction(database, moveToBen);
    await waiting(1);
    const second = meet(encounter('u1'));
    await waiting(2);
    committing.resolve();
    await Promise.all([first, moved, second]);
    expect(await countedFor()).toMatchObject([{ id: agents.ana }]);
    const elsewhere = { socialAccountId: accounts.three, subAccountId: agents.ben };
    expect(await verdictOf(encounter('u1', elsewhere))).toBe('new');
    expect(await findMiscounts(database)).toEqual([]);
  });
});

describe('verdicts', () => {
  it('counts a person as new at the first account and as repeat at the next, each once', async () => {
    expect(await verdictOf(encounter('u1'))).toBe('new');
    expect(await verdictOf(encounter('u1'))).toBe('new');
    expect(await verdictOf(encounter('u1', { socialAccountId: accounts.two }))).toBe('repeat');
    expect(await verdictOf(encounter('u2'))).toBe('new');
    expect(await countsOf(accounts.one)).toEqual({
      today: { new: 2, repeat: 0 },
      total: { new: 2, repeat: 0, base: 0 },
    });
    expect(await countsOf(accounts.two)).toMatchObject({ total: { new: 0, repeat: 1, base: 0 } });
    expect(await countsOf(accounts.three)).toMatchObject({ total: { new: 0, repeat: 0, base: 0 } });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('counts people from an account’s history as base there, and as seen elsewhere', async () => {
    expect(await verdictOf(encounter('u1', { history: true }))).toBe('base');
    expect(await verdictOf(encounter('u1')), 'a base fan who writes again stays one').toBe('base');
    expect(await verdictOf(encounter('u1', { socialAccountId: accounts.two }))).toBe('repeat');
    expect(await countsOf(accounts.one)).toEqual({
      today: { new: 0, repeat: 0 },
      total: { new: 0, repeat: 0, base: 1 },
    });
  });

  it('compares within one sub-account when that is the scope', async () => {
    await setDedupeScope('sub-account');
    const bens = { subAccountId: agents.ben, socialAccountId: accounts.two };
    expect(await verdictOf(encounter('u1'))).toBe('new');
    expect(await verdictOf(encounter('u1', bens))).toBe('new');
    expect(await verdictOf(encounter('u1', { ...bens, socialAccountId: accounts.three }))).toBe('repeat');
  });

  it('finds the history of both scopes when the setting changes', async () => {
    await setDedupeScope('sub-account');
    expect(await verdictOf(encounter('u1'))).toBe('new');
    await setDedupeScope('workspace');
    const bens = { subAccountId: agents.ben, socialAccountId: accounts.two };
    expect(await verdictOf(encounter('u1', bens))).toBe('repeat');
    await setDedupeScope('sub-account');
    expect(await verdictOf(encounter('u1', { ...bens, socialAccountId: accounts.three }))).toBe('repeat');
  });

  it('stores rule, scope, moment, message and the earlier verdict', async () => {
    const at = Date.UTC(2026, 4, 6, 7, 8, 9);
    const first = encounter('u1', { at });
    const second = encounter('u1', { at: at + 1_000, socialAccountId: accounts.two });
    await meet(first);
    await meet(second);
    const { rows } = await database.db.execute<Record<string, unknown>>(sql`
      select id, verdict, rule, scope, matched_verdict_id, platform_message_id, sub_account_id,
             extract(epoch from decided_at) * 1000 as at
      from fan_verdicts where workspace_id = ${workspaceId} order by decided_at`);
    const shared = { scope: 'workspace', sub_account_id: agents.ana };
    expect(rows).toMatchObject([
      {
        ...shared,
        verdict: 'new',
        rule: 'first',
        matched_verdict_id: null,
        platform_message_id: first.platformMessageId,
        at,
      },
      {
        ...shared,
        verdict: 'repeat',
        rule: 'seen',
        matched_verdict_id: rows[0]?.id,
        platform_message_id: second.platformMessageId,
        at: at + 1_000,
      },
    ]);
  });

  it('keeps workspaces apart', async () => {
    await meet(encounter('u1'));
    const other = trustWorkspaceId(newId());
    await database.db.execute(sql`insert into workspaces (id) values (${other})`);
    const subAccountId = await insertSubAccount(other);
    expect(await verdictOf(encounter('u1', { workspaceId: other, subAccountId }))).toBe('new');
  });
});

describe('identities', () => {
  const fansOf = async (...encounters: Encounter[]) => (await meet(...encounters)).map((it) => it.fanId);

  it('recognizes a Telegram user at every bot', async () => {
    const [one, two] = await fansOf(encounter('77'), encounter('77', { socialAccountId: accounts.two }));
    expect(two).toBe(one);
  });

  it('treats a website’s visitor as a person of that website only', async () => {
    const visitor = { platform: 'webchat' } as const;
    const [one, two] = await fansOf(
      encounter('77', visitor),
      encounter('77', { ...visitor, socialAccountId: accounts.two }),
    );
    expect(two).not.toBe(one);
    expect(await countsOf(accounts.two)).toMatchObject({ total: { new: 1, repeat: 0 } });
  });

  it('does not mistake the same id on two platforms for one person', async () => {
    const [one, two] = await fansOf(encounter('77'), encounter('77', { platform: 'xmpp' }));
    expect(two).not.toBe(one);
  });

  it('starts over when another transaction creates one of its people, and keeps nothing of the first attempt', async () => {
    const person = (platformUserId: string) => ({
      workspaceId,
      platform: 'telegram',
      scope: '',
      platformUserId,
    });
    const insert = (tx: Tx, ...users: string[]) =>
      insertPeople(
        tx,
        users.map((user) => newPerson(person(user))),
      );
    let attempts = 0;
    await transaction(database, async (tx) => {
      attempts += 1;
      if (attempts > 1) return;
      await transaction(database, (other) => insert(other, 'u1'));
      await insert(tx, 'u1', 'u2');
    });
    expect(attempts).toBe(2);
    const people = await transaction(database, (tx) => findPeople(tx, [person('u1'), person('u2')]));
    expect(people.map(({ platformUserId }) => platformUserId)).toEqual(['u1']);
    const { rows } = await database.db.execute<{ id: string }>(
      sql`select id from fans where workspace_id = ${workspaceId}`,
    );
    expect(rows.map(({ id }) => id)).toEqual(people.map(({ fanId }) => fanId));
  });

  it('judges each person of a batch once, in the order of the messages', async () => {
    const outcomes = await meet(
      encounter('u1'),
      encounter('u2', { socialAccountId: accounts.two }),
      encounter('u1'),
      encounter('u1', { socialAccountId: accounts.two }),
      encounter('u2'),
    );
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'new', 'repeat', 'repeat']);
    expect(outcomes.map(({ fresh }) => fresh)).toEqual([true, true, false, true, true]);
  });
});

describe('concurrent first encounters', () => {
  it('assigns the new fan to exactly one of two accounts, every time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const user = `u ${round}`;
      const verdicts = await Promise.all(
        [accounts.one, accounts.two, accounts.three].map((socialAccountId) =>
          verdictOf(encounter(user, { socialAccountId })),
        ),
      );
      expect(verdicts.sort()).toEqual(['new', 'repeat', 'repeat']);
    }
    const { rows } = await database.db.execute<{ fans: number; orphans: number }>(sql`
      select count(*) as fans, count(*) filter (where not exists (
        select 1 from fan_identities i where i.workspace_id = f.workspace_id and i.fan_id = f.id)) as orphans
      from fans f where workspace_id = ${workspaceId}`);
    expect(rows).toEqual([{ fans: 20, orphans: 0 }]);
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('counts a person once who sends many messages at once to one account', async () => {
    const outcomes = await Promise.all(Array.from({ length: 24 }, () => verdictOf(encounter('u1'))));
    expect(new Set(outcomes)).toEqual(new Set(['new']));
    expect(await countsOf(accounts.one)).toMatchObject({ total: { new: 1, repeat: 0, base: 0 } });
  });

  it('survives batches that meet the same people in opposite orders', async () => {
    const people = Array.from({ length: 30 }, (_, i) => `p${i}`);
    const batch = (ids: string[], socialAccountId: string) =>
      meet(...ids.map((id) => encounter(id, { socialAccountId })));
    const [forward = [], backward = []] = await Promise.all([
      batch(people, accounts.one),
      batch([...people].reverse(), accounts.two),
    ]);
    const firsts = [...forward, ...backward].filter(({ verdict }) => verdict === 'new');
    expect(firsts).toHaveLength(30);
    expect(await findMiscounts(database)).toEqual([]);
  });
});

describe('counters', () => {
  it('starts a new day at midnight in the workspace’s time zone', async () => {
    await database.db.execute(
      sql`update workspaces set time_zone = 'Asia/Shanghai' where id = ${workspaceId}`,
    );
    await meet(encounter('u1', { at: Date.UTC(2026, 2, 1, 15, 59, 59) }));
    await meet(encounter('u2', { at: Date.UTC(2026, 2, 1, 16, 0, 0) }));
    const { rows } = await database.db.execute(sql`
      select day::text, sum(new_fans) as new from fan_account_days where workspace_id = ${workspaceId} group by 1 order by 1`);
    expect(rows).toEqual([
      { day: '2026-03-01', new: 1 },
      { day: '2026-03-02', new: 1 },
    ]);
    expect(await countsOf(accounts.one)).toMatchObject({ today: { new: 0 }, total: { new: 2 } });
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('keeps counters on their days when the workspace moves to another time zone', async () => {
    await database.db.execute(
      sql`update workspaces set time_zone = 'Asia/Shanghai' where id = ${workspaceId}`,
    );
    await meet(encounter('u1', { at: Date.UTC(2026, 2, 1, 17) }));
    // An hour later: the 2nd in Shanghai and the 1st in New York.
    const moved = '2026-03-01T18:00:00Z';
    await database.db.execute(sql`
      insert into workspace_past_zones (workspace_id, until, time_zone) values (${workspaceId}, ${moved}, 'Asia/Shanghai')`);
    await database.db.execute(sql`
      update workspaces set time_zone = 'America/New_York', zone_since = ${moved}, zone_first_day = '2026-03-02'
      where id = ${workspaceId}`);
    await meet(encounter('u2', { at: Date.UTC(2026, 2, 1, 19) }));
    await meet(encounter('u3', { at: Date.UTC(2026, 2, 3, 5) }));
    const { rows } = await database.db.execute(sql`
      select day::text, sum(new_fans) as new from fan_account_days where workspace_id = ${workspaceId} group by 1 order by 1`);
    expect(rows).toEqual([
      { day: '2026-03-02', new: 2 },
      { day: '2026-03-03', new: 1 },
    ]);
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('detects a counter that was tampered with, by the verdicts', async () => {
    await meet(encounter('u1', { at: Date.UTC(2026, 2, 1, 12) }));
    const wrong = [{ counter: 'account days', key: `${workspaceId} ${accounts.one} 2026-03-01` }];
    await database.db.execute(
      sql`update fan_account_days set new_fans = 2 where workspace_id = ${workspaceId}`,
    );
    expect(await findMiscounts(database)).toEqual(wrong);
    await database.db.execute(sql`delete from fan_account_days where workspace_id = ${workspaceId}`);
    expect(await findMiscounts(database)).toEqual(wrong);
    await database.db.execute(sql`delete from fan_verdicts where workspace_id = ${workspaceId}`);
    await database.db.execute(sql`delete from account_fans where workspace_id = ${workspaceId}`);
    await database.db.execute(sql`delete from fan_account_days where workspace_id = ${workspaceId}`);
  });
});
