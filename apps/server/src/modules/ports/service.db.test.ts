/** Tests taking and releasing ports in a real database, with several concurrent processes. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { freeOf } from './pool.ts';
import { anyPortHeld, countTaken } from './queries.ts';
import {
  assertPortsAvailable,
  deleteAccountSessions,
  deleteSubAccountSessions,
  endAccountSessions,
  endPortSessions,
  type PortDemand,
  peekPorts,
  purgeSessions,
  takePorts,
} from './service.ts';
import { deletePortRows, purge, readPool, releaseExpiredPorts, releaseHeldPorts, renew } from './store.ts';
import { type PortsHarness, type SubAccountOptions, startPortsHarness } from './testing/ports-harness.ts';

let harness: PortsHarness;
let workspaceId: WorkspaceId;
const [first, second] = [newId(), newId()];
beforeAll(async () => {
  harness = await startPortsHarness();
});
beforeEach(async () => {
  workspaceId = await harness.workspace(10);
});
afterAll(() => harness.close());

const take = (ids: readonly string[], by = first) => takePorts(harness.database, workspaceId, by, ids);
const taken = async (id: string) => (await countTaken(harness.database, workspaceId, [id])).get(id);
const pool = () => readPool(harness.database, workspaceId);
const demand = (...requests: PortDemand[]) =>
  transaction(harness.database, (tx) => assertPortsAvailable(tx, workspaceId, requests));
async function agentWith(count: number, given: SubAccountOptions = {}, holder = first) {
  const id = await harness.subAccount(workspaceId, given);
  return { id, accounts: await harness.accounts(workspaceId, id, holder, count) };
}
const setPorts = (ports: number) =>
  harness.database.db.execute(sql`update workspaces set ports = ${ports} where id = ${workspaceId}`);

describe('taking', () => {
  it('gives the available ports to the oldest accounts, and names the limit to the rest', async () => {
    const { id, accounts } = await agentWith(4, { limit: 2 });
    const answers = await take(accounts);
    expect(accounts.map((account) => answers.get(account))).toEqual([
      { held: true },
      { held: true },
      { held: false, reason: 'port-limit 2' },
      { held: false, reason: 'port-limit 2' },
    ]);
    expect(await taken(id)).toBe(2);
  });

  it('leaves accounts their ports, however few there are now', async () => {
    const { id, accounts } = await agentWith(3);
    await take(accounts);
    await setPorts(1);
    expect([...(await take(accounts)).values()]).toEqual(accounts.map(() => ({ held: true })));
    expect(await taken(id)).toBe(3);
    expect(freeOf(await pool())).toBe(-2);
  });

  it('reserves fixed ports for their sub-account, used or not', async () => {
    const fixed = await agentWith(5, { mode: 'fixed', limit: 4 });
    const dynamic = await agentWith(9);
    const greedy = await take(dynamic.accounts);
    expect([...greedy.values()].filter(({ held }) => held)).toHaveLength(6);
    expect([...greedy.values()]).toContainEqual({ held: false, reason: 'port-pool 10' });
    expect([...(await take(fixed.accounts)).values()].filter(({ held }) => held)).toHaveLength(4);
    expect(await pool()).toEqual({ total: 10, fixed: 4, dynamicTaken: 6, online: 10 });
  });

  it('gives ports only to enabled accounts of this workspace that the requester holds', async () => {
    const { accounts } = await agentWith(2);
    const [off, other] = accounts;
    await harness.database.db.execute(sql`update social_accounts set enabled = false where id = ${off}`);
    await harness.database.db.execute(sql`update social_accounts set holder = ${second} where id = ${other}`);
    const strange = await takePorts(harness.database, await harness.workspace(10), second, accounts);
    for (const answers of [await take(accounts), strange]) {
      expect([...answers.values()]).toEqual(accounts.map(() => ({ held: false, reason: null })));
    }
    expect(await anyPortHeld(harness.database, workspaceId)).toBe(false);
  });

  it('reports whether a port is free, without taking it', async () => {
    const { id, accounts } = await agentWith(2, { limit: 1 });
    const peeked = await peekPorts(harness.database, workspaceId, first, accounts);
    expect([...peeked.values()]).toEqual([{ held: true }, { held: false, reason: 'port-limit 1' }]);
    expect(await taken(id)).toBe(0);
  });
});

it('never grants more than pool and limits allow to processes that take and release concurrently', async () => {
  const holders = [newId(), newId(), newId(), newId()];
  const limits = [
    { mode: 'fixed', limit: 3 },
    { mode: 'fixed', limit: 2 },
    { mode: 'dynamic', limit: 4 },
    { mode: 'dynamic', limit: 9 },
  ] as const;
  const agents = await Promise.all(limits.map((limit) => harness.subAccount(workspaceId, limit)));
  const held = await Promise.all(
    holders.map(async (holder) => ({
      holder,
      accounts: (await Promise.all(agents.map((id) => harness.accounts(workspaceId, id, holder, 4)))).flat(),
    })),
  );
  let running = true;
  const watch = async () => {
    let seen = 0;
    for (; running; seen += 1) {
      const { online, fixed, dynamicTaken } = await pool();
      expect(online).toBeLessThanOrEqual(10);
      expect(fixed + dynamicTaken).toBeLessThanOrEqual(10);
      const counted = await countTaken(harness.database, workspaceId, agents);
      for (const [i, id] of agents.entries()) {
        expect(counted.get(id)).toBeLessThanOrEqual(limits[i]?.limit ?? 0);
      }
    }
    return seen;
  };
  const work = async ({ holder, accounts }: (typeof held)[number], at: number) => {
    for (let round = 0; round < 25; round += 1) {
      const asking = accounts.filter((_, i) => (i + round + at) % 3 !== 0);
      const answers = await take(asking, holder);
      const got = asking.filter((id) => answers.get(id)?.held);
      const over = got.filter((_, i) => (i + round) % 2 === 0).map((id) => ({ workspaceId, id }));
      await releaseHeldPorts(harness.database, holder, over, 'lost');
    }
  };
  const watching = watch();
  await Promise.all(held.map(work)).finally(() => {
    running = false;
  });
  expect(await watching).toBeGreaterThan(10);
  // Finally all holders request all ports: none is left over.
  for (const { holder, accounts } of held) await take(accounts, holder);
  expect(await pool()).toEqual({ total: 10, fixed: 5, dynamicTaken: 5, online: 10 });
});

describe('a lease', () => {
  it('expires without a renewal, which frees the port', async () => {
    const { id, accounts } = await agentWith(1, { limit: 1 });
    const other = (await harness.accounts(workspaceId, id, second, 1))[0] ?? '';
    await take(accounts);
    expect((await take([other], second)).get(other)).toEqual({ held: false, reason: 'port-limit 1' });
    await harness.age(workspaceId, 91);
    expect(await taken(id)).toBe(0);
    expect((await take([other], second)).get(other)).toEqual({ held: true });
    expect(await harness.past(workspaceId)).toEqual([{ account: accounts[0], ended: 'lost' }]);
  });

  it('a lease is renewed by its holder only', async () => {
    const { id, accounts } = await agentWith(1);
    await take(accounts);
    await harness.age(workspaceId, 60);
    await renew(harness.database, second);
    await harness.age(workspaceId, 20);
    await renew(harness.database, first);
    await harness.age(workspaceId, 60);
    await releaseExpiredPorts(harness.database);
    expect(await taken(id)).toBe(1);
    // An expired lease is not revived, because its port may be in use by another session.
    await harness.age(workspaceId, 60);
    await renew(harness.database, first);
    expect(await releaseExpiredPorts(harness.database)).toMatchObject([
      { workspaceId, socialAccountId: accounts[0] },
    ]);
  });

  it('a lease is not rewritten before part of it has passed', async () => {
    const { accounts } = await agentWith(1);
    await take(accounts);
    const until = () =>
      harness.database.db.execute(
        sql`select leased_until from port_leases where workspace_id = ${workspaceId}`,
      );
    const { rows } = await until();
    await renew(harness.database, first);
    expect((await until()).rows).toEqual(rows);
  });

  it('a lease is ended only by its holder, and without the holder’s other leases', async () => {
    const { id, accounts } = await agentWith(2);
    await take(accounts);
    const one = { workspaceId, id: accounts[0] ?? '' };
    expect(await releaseHeldPorts(harness.database, second, [one], 'lost')).toEqual([]);
    expect(await releaseHeldPorts(harness.database, first, [one], 'lost')).toMatchObject([
      { socialAccountId: one.id },
    ]);
    expect(await taken(id)).toBe(1);
  });

  it('a lease is taken over with its account: the session continues, and the old holder can’t end it', async () => {
    const { id, accounts } = await agentWith(1, { limit: 1 });
    const account = accounts[0] ?? '';
    await take(accounts);
    const session = () =>
      harness.database.db.execute(
        sql`select id, taken_at from port_leases where workspace_id = ${workspaceId}`,
      );
    const before = (await session()).rows;
    await harness.database.db.execute(
      sql`update social_accounts set holder = ${second} where id = ${account}`,
    );
    expect((await take(accounts, second)).get(account)).toEqual({ held: true });
    expect((await session()).rows).toEqual(before);
    expect(await releaseHeldPorts(harness.database, first, [{ workspaceId, id: account }], 'lost')).toEqual(
      [],
    );
    expect(await taken(id)).toBe(1);
  });
});

describe('reserving ports', () => {
  it('refuses to reserve more than is free, with the figures', async () => {
    await agentWith(0, { mode: 'fixed', limit: 4 });
    const { accounts } = await agentWith(3);
    await take(accounts);
    await demand({ subAccountId: newId(), mode: 'fixed', limit: 3 });
    await expect(demand({ subAccountId: newId(), mode: 'fixed', limit: 4 })).rejects.toMatchObject({
      error: 'ports.short',
      details: { needed: 4, free: 3 },
    });
    await demand({ subAccountId: newId(), mode: 'dynamic', limit: 100_000 });
  });

  it('counts the ports that a sub-account has already, fixed or taken', async () => {
    const fixed = await agentWith(0, { mode: 'fixed', limit: 4 });
    const dynamic = await agentWith(3);
    await take(dynamic.accounts);
    await demand({ subAccountId: fixed.id, mode: 'fixed', limit: 7 });
    await expect(demand({ subAccountId: fixed.id, mode: 'fixed', limit: 8 })).rejects.toMatchObject({
      details: { needed: 8, free: 7 },
    });
    await demand({ subAccountId: dynamic.id, mode: 'fixed', limit: 6 });
    // Reserving fewer than it holds leaves the held ones taken.
    await setPorts(5);
    await demand({ subAccountId: dynamic.id, mode: 'fixed', limit: 1 });
    await expect(demand({ subAccountId: dynamic.id, mode: 'fixed', limit: 4 })).rejects.toMatchObject({
      details: { needed: 4, free: 1 },
    });
  });

  it('reserves an unchanged number even if the workspace has fewer ports now', async () => {
    const fixed = await agentWith(0, { mode: 'fixed', limit: 4 });
    await setPorts(2);
    await demand({ subAccountId: fixed.id, mode: 'fixed', limit: 4 });
    const stopped = await agentWith(0, { mode: 'fixed', limit: 1, status: 'disabled' });
    await expect(demand({ subAccountId: stopped.id, mode: 'fixed', limit: 1 })).rejects.toMatchObject({
      details: { needed: 1, free: 0 },
    });
  });

  it('reserves for many sub-accounts together, with one query of the pool', async () => {
    const stopped = { mode: 'fixed', limit: 3, status: 'disabled' } as const;
    const agents = await Promise.all([1, 2, 3, 4].map(() => agentWith(0, stopped)));
    const requests = agents.map(({ id }) => ({ subAccountId: id, mode: 'fixed', limit: 3 }) as const);
    await demand(...requests.slice(1));
    await expect(demand(...requests)).rejects.toMatchObject({ details: { needed: 12, free: 10 } });
    const looks = await transaction(harness.database, async (tx) => {
      const asked = vi.spyOn(tx.db, 'execute');
      await assertPortsAvailable(tx, workspaceId, requests.slice(1));
      return asked.mock.calls.length;
    });
    expect(looks).toBe(3);
  });

  it('reserving and taking wait for each other', async () => {
    await setPorts(3);
    const { accounts } = await agentWith(2);
    const id = await harness.subAccount(workspaceId);
    let answering: ReturnType<typeof take> | null = null;
    await transaction(harness.database, async (tx) => {
      await assertPortsAvailable(tx, workspaceId, [{ subAccountId: id, mode: 'fixed', limit: 2 }]);
      answering = take(accounts);
      await tx.db.execute(sql`update sub_accounts set port_mode = 'fixed', port_limit = 2 where id = ${id}`);
    });
    const answers = [...(await (answering ?? take([]))).values()];
    expect(answers).toEqual([{ held: true }, { held: false, reason: 'port-pool 3' }]);
  });
});

describe('sessions that end', () => {
  it('free their ports and stay on record, where they are archived', async () => {
    const kept = await agentWith(2);
    const unkept = await agentWith(1, { archive: false });
    await take([...kept.accounts, ...unkept.accounts]);
    await transaction(harness.database, async (tx) => {
      await endAccountSessions(tx, workspaceId, kept.accounts.slice(0, 1), 'logged-out');
      await endPortSessions(tx, workspaceId, [kept.id, unkept.id], 'disabled');
    });
    expect(await pool()).toMatchObject({ online: 0 });
    expect(await harness.past(workspaceId)).toEqual(
      expect.arrayContaining([
        { account: kept.accounts[0], ended: 'logged-out' },
        { account: kept.accounts[1], ended: 'disabled' },
      ]),
    );
    expect(await harness.past(workspaceId)).toHaveLength(2);
  });

  it('deletes ended sessions after 180 days, or once they are no longer archived', async () => {
    const { id, accounts } = await agentWith(3);
    await take(accounts);
    await transaction(harness.database, (tx) => endPortSessions(tx, workspaceId, [id], 'disabled'));
    await harness.database.db.execute(sql`
      update past_sessions set ended_at = ended_at - interval '180 days 1 s' where social_account_id = ${accounts[0]}`);
    await harness.database.db.execute(sql`
      update past_sessions set ended_at = ended_at - interval '179 days' where social_account_id = ${accounts[1]}`);
    await purgeSessions(harness.database);
    expect((await harness.past(workspaceId)).map(({ account }) => account)).toEqual([
      accounts[1],
      accounts[2],
    ]);
    await harness.database.db.execute(sql`update sub_accounts set session_archive = false where id = ${id}`);
    await purgeSessions(harness.database);
    expect(await harness.past(workspaceId)).toEqual([]);
  });

  it('deletes ended sessions with their social account, and no others', async () => {
    const { id, accounts } = await agentWith(2);
    const [gone = '', stays = ''] = accounts;
    await take(accounts);
    await transaction(harness.database, (tx) => endPortSessions(tx, workspaceId, [id], 'disabled'));
    await take(accounts);
    expect(await transaction(harness.database, (tx) => deleteAccountSessions(tx, workspaceId, gone))).toBe(
      false,
    );
    expect(await taken(id)).toBe(1);
    expect(await harness.past(workspaceId)).toEqual([{ account: stays, ended: 'disabled' }]);
  });

  it('deletes ended sessions in batches, and reports whether there may be more', async () => {
    const { id, accounts } = await agentWith(3);
    await take(accounts);
    await transaction(harness.database, (tx) => endPortSessions(tx, workspaceId, [id], 'disabled'));
    const [account = ''] = accounts;
    const delete1 = (whose: { subAccountId: string } | { socialAccountId: string }) =>
      transaction(harness.database, (tx) => deletePortRows(tx, workspaceId, whose, 1));
    expect(await delete1({ socialAccountId: account })).toBe(true);
    expect(await delete1({ socialAccountId: account })).toBe(false);
    await harness.database.db.execute(sql`
      update past_sessions set ended_at = ended_at - interval '181 days' where social_account_id = ${accounts[1]}`);
    expect(await purge(harness.database, 1)).toBe(true);
    expect(await purge(harness.database, 1)).toBe(false);
    await harness.database.db.execute(sql`update sub_accounts set session_archive = false where id = ${id}`);
    expect(await purge(harness.database, 1)).toBe(true);
    expect(await purge(harness.database, 1)).toBe(false);
    expect(await harness.past(workspaceId)).toEqual([]);
  });

  it('deletes ended sessions with their sub-account, and no others', async () => {
    const [gone, stays] = [await agentWith(2), await agentWith(2)];
    for (const { id, accounts } of [gone, stays]) {
      await take(accounts);
      await transaction(harness.database, (tx) => endPortSessions(tx, workspaceId, [id], 'disabled'));
      await take(accounts.slice(1));
    }
    expect(
      await transaction(harness.database, (tx) => deleteSubAccountSessions(tx, workspaceId, gone.id)),
    ).toBe(false);
    expect(await taken(gone.id)).toBe(0);
    expect(await taken(stays.id)).toBe(1);
    expect((await harness.past(workspaceId)).map(({ account }) => account).sort()).toEqual(
      [...stays.accounts].sort(),
    );
  });
});
