import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, type Handle, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { findMiscounts } from '../counters/queries.ts';
import { resolveFans } from '../fakes.ts';
import { mergeFans, undoMerge } from '../merges/service.ts';
import type { Encounter } from '../service.ts';
import { deleteAccountData, deleteSubAccountData } from './store.ts';

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
const agents = { ana: '', ben: '' };
const accounts = { ana: '', ben: '', benToo: '' };
beforeEach(async () => {
  workspaceId = trustWorkspaceId(newId());
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  for (const name of ['ana', 'ben'] as const) {
    agents[name] = newId();
    await database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${workspaceId}, ${agents[name]}, ${agents[name]}, '', '')`);
  }
  for (const [name, agent] of [
    ['ana', 'ana'],
    ['ben', 'ben'],
    ['benToo', 'ben'],
  ] as const) {
    accounts[name] = newId();
    await database.db.execute(sql`
      insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
      values (${workspaceId}, ${accounts[name]}, 'telegram', '', ${accounts[name]}, '', ${agents[agent]}, '')`);
  }
});

function encounter(who: string, account: keyof typeof accounts, given: Partial<Encounter> = {}): Encounter {
  return {
    workspaceId,
    platform: 'telegram',
    socialAccountId: accounts[account],
    subAccountId: account === 'ana' ? agents.ana : agents.ben,
    platformUserId: who,
    displayName: null,
    platformMessageId: newId(),
    history: false,
    at: Date.now(),
    ...given,
  };
}
const verdictOf = async (it: Encounter) =>
  (await transaction(database, (tx) => resolveFans(tx, [it])))[0]?.verdict;
async function deleteAna(): Promise<number> {
  await database.db.execute(sql`
    update sub_accounts set status = 'deleted' where workspace_id = ${workspaceId} and id = ${agents.ana}`);
  for (let calls = 1; ; calls += 1) {
    if (!(await transaction(database, (tx) => deleteSubAccountData(tx, workspaceId, agents.ana))))
      return calls;
    expect(await findMiscounts(database), 'while it is being cleared').toEqual([]);
  }
}
async function fanOf(who: string): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(sql`
    select own_fan_id as id from fan_identities where workspace_id = ${workspaceId} and platform_user_id = ${who}`);
  return rows[0]?.id ?? '';
}
/** Stores a conversation of a person with an account, as when they write to it. */
async function chat(who: string, account: keyof typeof accounts, handle: Handle = database): Promise<void> {
  await handle.db.execute(sql`
    insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title, fan_id)
    select workspace_id, ${newId()}, id, sub_account_id, platform, ${who}, 'private', '', ${await fanOf(who)}
    from social_accounts where workspace_id = ${workspaceId} and id = ${accounts[account]}`);
}
/** Merges the person `merged` into `kept`, and returns a function that undoes it. */
async function merge(merged: string, kept: string): Promise<() => Promise<unknown>> {
  const [keptFanId, mergedFanId] = [await fanOf(kept), await fanOf(merged)];
  const request = {
    workspaceId,
    keptFanId,
    mergedFanId,
    reason: 'manual',
    mergedBy: null,
    at: Date.now(),
  } as const;
  const outcome = await transaction(database, (tx) => mergeFans(tx, request));
  const mergeId = outcome.ok ? outcome.mergeId : '';
  return () =>
    transaction(database, (tx) => undoMerge(tx, { workspaceId, mergeId, undoneBy: null, at: Date.now() }));
}
const count = async (table: string) => {
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select count(*) as n from ${sql.identifier(table)} where workspace_id = ${workspaceId}`,
  );
  return rows[0]?.n;
};

describe('deleting a sub-account', () => {
  it('deletes people whom only it knew, so that they count as new again', async () => {
    await verdictOf(encounter('u1', 'ana'));
    await verdictOf(encounter('w1', 'ana', { platform: 'webchat' }));
    await deleteAna();
    for (const table of [
      'fans',
      'fan_identities',
      'fan_sightings',
      'fan_verdicts',
      'account_fans',
      'fan_account_days',
      'fan_growth_days',
      'fan_growth_hours',
      'fan_growth_totals',
    ]) {
      expect(await count(table), table).toBe(0);
    }
    expect(await verdictOf(encounter('u1', 'ben'))).toBe('new');
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('keeps people whom others know: a repeat stays a repeat, also at the next account', async () => {
    await verdictOf(encounter('u1', 'ana'));
    expect(await verdictOf(encounter('u1', 'ben'))).toBe('repeat');
    await deleteAna();
    expect(await verdictOf(encounter('u1', 'ben'))).toBe('repeat');
    expect(await verdictOf(encounter('u1', 'benToo'))).toBe('repeat');
    const { rows } = await database.db.execute<{ known: boolean }>(sql`
      select exists (select from fan_verdicts v where v.workspace_id = s.workspace_id and v.id = s.verdict_id) as known
      from fan_sightings s where s.workspace_id = ${workspaceId}`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ known }) => known)).toBe(true);
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('keeps counting fans of an account that was moved away from it', async () => {
    await verdictOf(encounter('u1', 'ana'));
    await database.db.execute(sql`
      update social_accounts set sub_account_id = ${agents.ben}
      where workspace_id = ${workspaceId} and id = ${accounts.ana}`);
    await deleteAna();
    expect(await findMiscounts(database)).toEqual([]);
    while (await transaction(database, (tx) => deleteAccountData(tx, workspaceId, accounts.ana)));
    expect(await findMiscounts(database), 'the account is deleted, too').toEqual([]);
  });

  it.each([
    { title: 'the merged person', known: 'u2', unknown: 'u1' },
    { title: 'the person kept', known: 'u1', unknown: 'u2' },
  ])('deletes $title once they are apart, if only its accounts knew them', async ({ known, unknown }) => {
    await verdictOf(encounter(known, 'ben'));
    await verdictOf(encounter(unknown, 'ana'));
    const undo = await merge('u1', 'u2');
    await deleteAna();
    expect(await fanOf(unknown), 'part of a person who is known').not.toBe('');
    expect(await undo()).toMatchObject({ ok: true });
    expect([await fanOf(unknown), await count('fans'), await count('fan_identities')]).toEqual(['', 1, 1]);
    expect(await verdictOf(encounter(known, 'benToo'))).toBe('repeat');
    expect(await verdictOf(encounter(unknown, 'ben'))).toBe('new');
    expect(await findMiscounts(database)).toEqual([]);
  });

  it('keeps a person who first wrote to another’s account while they were one', async () => {
    await verdictOf(encounter('u2', 'ben'));
    await verdictOf(encounter('u1', 'ana'));
    const undo = await merge('u1', 'u2');
    await verdictOf(encounter('u1', 'ben'));
    await chat('u1', 'ben');
    const fanId = await fanOf('u1');
    await deleteAna();
    await undo();
    expect(await fanOf('u1'), 'separated').toBe(fanId);
    await verdictOf(encounter('u1', 'ana'));
    await deleteAna();
    expect(await fanOf('u1'), 'after a deletion of their only row').toBe(fanId);
  });

  it('keeps a person whose first message is stored while the merge is undone', async () => {
    await verdictOf(encounter('u2', 'ben'));
    await verdictOf(encounter('u1', 'ana'));
    const undo = await merge('u1', 'u2');
    await deleteAna();
    const fanId = await fanOf('u1');
    let undoing: Promise<unknown> = Promise.resolve();
    await transaction(database, async (tx) => {
      await resolveFans(tx, [encounter('u1', 'ben')]);
      undoing = undo();
      await until('the wait for the fan', async () => {
        const { rows } = await database.db.execute(sql`select from pg_locks where not granted`);
        return rows.length > 0 || null;
      });
      await chat('u1', 'ben', tx);
    });
    expect(await undoing).toMatchObject({ ok: true });
    expect(await fanOf('u1')).toBe(fanId);
  });

  it('deletes very many fans in batches', async () => {
    // Creating the fans is what takes the time: just more than one call deletes.
    const many = Array.from({ length: 2_100 }, (_, n) => encounter(`u${n}`, 'ana'));
    await transaction(database, (tx) => resolveFans(tx, many));
    await transaction(database, (tx) => resolveFans(tx, [encounter('u7', 'ben')]));
    expect(await deleteAna()).toBeGreaterThan(3);
    expect(await count('fans')).toBe(1);
    expect(await count('fan_verdicts')).toBe(1);
  });

  it('keeps a fan who meets another sub-account concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const who = `u${round}`;
      await verdictOf(encounter(who, 'ana'));
      const [verdict] = await Promise.all([
        verdictOf(encounter(who, 'ben')),
        transaction(database, (tx) => deleteSubAccountData(tx, workspaceId, agents.ana)),
      ]);
      expect(['new', 'repeat']).toContain(verdict);
      expect(await verdictOf(encounter(who, 'benToo')), 'is known by now').toBe('repeat');
    }
    const { rows } = await database.db.execute<{ lost: number }>(sql`
      select count(*) as lost from fan_verdicts v where v.workspace_id = ${workspaceId} and not exists (
        select from fan_identities i where i.workspace_id = v.workspace_id and i.fan_id = v.fan_id)`);
    expect(rows[0]?.lost).toBe(0);
  });

  it('deletes no person who is merged while it waits for them', async () => {
    await verdictOf(encounter('kept', 'ben'));
    await verdictOf(encounter('merged', 'ana'));
    const [kept, merged] = await Promise.all([fanOf('kept'), fanOf('merged')]);
    let deleting: Promise<unknown> = Promise.resolve();
    await transaction(database, async (tx) => {
      const request = { workspaceId, keptFanId: kept, mergedFanId: merged, mergedBy: null, at: Date.now() };
      await mergeFans(tx, { ...request, reason: 'manual' });
      deleting = deleteAna();
      await until('the wait for the fan', async () => {
        const { rows } = await database.db.execute(sql`select from pg_locks where not granted`);
        return rows.length > 0 || null;
      });
    });
    await deleting;
    const { rows } = await database.db.execute<{ who: string }>(sql`
      select i.platform_user_id as who from fan_identities i join fans f on f.workspace_id = i.workspace_id
        and f.id = i.own_fan_id where i.workspace_id = ${workspaceId} order by who`);
    expect(rows.map(({ who }) => who)).toEqual(['kept', 'merged']);
    expect(await verdictOf(encounter('merged', 'benToo'))).toBe('repeat');
  });
});
