/** Notes about customers in a real database: who sees, shares and overwrites them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccountData } from '../fans/index.ts';
import { deleteSubAccountData, findFanIdsByAlias, keptChanges, readAliases } from './store.ts';
import {
  type ProfilesHarness,
  type ProfilesWorld,
  startProfilesHarness,
  type TestDesk,
} from './testing/profiles-harness.ts';

let harness: ProfilesHarness;
let world: ProfilesWorld;
let ana: TestDesk;
let ben: TestDesk;
/** A customer, in the conversations of Ana and Ben. */
let at: { fanId: string; ana: string; ben: string };
beforeAll(async () => {
  harness = await startProfilesHarness();
});
beforeEach(async () => {
  world = await harness.world();
  ({ ana, ben } = world);
  const { fanId, one, other } = await world.customer(ana, ben);
  at = { fanId, ana: one, ben: other };
});
afterAll(() => harness.close());

const stale = expect.objectContaining({ error: 'resource.stale' });
/** The name that a desk shows for the customer. */
const aliasOf = async ({ subAccountId }: TestDesk) =>
  (await readAliases(harness.database, world.workspaceId, subAccountId, [at.fanId])).get(at.fanId) ?? null;

describe('notes about a customer', () => {
  it('starts notes empty, and then shares them with the team, with author and time', async () => {
    expect(await world.read(ana, at.ana)).toEqual({
      alias: '',
      phone: '',
      email: '',
      notes: '',
      shared: true,
      version: 0,
      changedAt: null,
      changedBy: null,
    });
    const saved = await world.save(ana, at.ana, 0);
    expect(saved).toMatchObject({ ...world.notes, shared: true, version: 1, changedBy: 'Ana' });
    expect(Math.abs((saved.changedAt ?? 0) - world.clock.now())).toBeLessThan(60_000);
    expect(await world.read(ben, at.ben)).toEqual(saved);
  });

  it('names the customer by the notes in each desk that shares them', async () => {
    await world.save(ana, at.ana, 0);
    expect([await aliasOf(ana), await aliasOf(ben)]).toEqual(['Marta', 'Marta']);
    await world.save(ben, at.ben, 1, { alias: '' });
    expect(await aliasOf(ana)).toBeNull();
  });

  it('finds the customer by that name, and by no name that isn’t shown', async () => {
    const found = ({ subAccountId }: TestDesk) =>
      findFanIdsByAlias(harness.database, world.workspaceId, subAccountId, 'arta se');
    await world.share(ben, false);
    await world.save(ben, at.ben, 0, { alias: 'Marta Serra', shared: false });
    expect([await found(ben), await found(ana)]).toEqual([[at.fanId], []]);
    await world.share(ben, true);
    await world.save(ana, at.ana, 0, { alias: 'Another' });
    expect(await found(ben)).toEqual([]);
  });

  it('pushes changed notes to the desks that show them', async () => {
    const cleo = (await world.customer(ana)).one;
    await world.save(ana, cleo, 0);
    expect(world.notified.splice(0)).toEqual([ana.subAccountId]);
    await world.save(ana, at.ana, 0);
    expect(world.notified.splice(0).sort()).toEqual([ana.subAccountId, ben.subAccountId].sort());
    await world.share(ben, false);
    await world.save(ana, at.ana, 1);
    expect(world.notified).toEqual([ana.subAccountId]);
  });

  it('lets no agent overwrite notes that they have not read, and one of many concurrent saves win', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 ? world.save(ben, at.ben, 0, { notes: `${n}` }) : world.save(ana, at.ana, 0, { notes: `${n}` }),
      ),
    );
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual(Array(7).fill(stale));
    await world.save(ben, at.ben, 1);
    await expect(world.save(ana, at.ana, 1)).rejects.toEqual(stale);
    expect((await world.save(ana, at.ana, 2)).version).toBe(3);
  });
});

describe('a sub-account that doesn’t share its notes', () => {
  it('has notes apart from the team’s', async () => {
    await world.save(ana, at.ana, 0);
    await world.share(ben, false);
    expect(await world.read(ben, at.ben)).toMatchObject({ alias: '', version: 0, shared: false });
    await world.save(ben, at.ben, 0, { alias: 'Tía', shared: false });
    expect([await aliasOf(ben), await aliasOf(ana)]).toEqual(['Tía', 'Marta']);
  });

  it('starts the team’s notes with its own when it begins to share and none exist', async () => {
    await world.share(ana, false);
    await world.save(ana, at.ana, 0, { shared: false });
    await world.share(ana, true);
    expect(await world.read(ana, at.ana)).toMatchObject({ ...world.notes, shared: true, version: 0 });
    expect(await world.read(ben, at.ben), 'not before it was saved').toMatchObject({ alias: '', version: 0 });
    await world.save(ana, at.ana, 0, { alias: 'Ours' });
    expect(await world.read(ben, at.ben)).toMatchObject({ alias: 'Ours', version: 1 });
  });

  it('shares nothing when the switch was changed while a note was being written', async () => {
    await expect(world.save(ana, at.ana, 0, { shared: false })).rejects.toEqual(stale);
    await world.share(ana, false);
    await expect(world.save(ana, at.ana, 0, { shared: true })).rejects.toEqual(stale);
    expect(await aliasOf(ben)).toBeNull();
  });
});

describe('the log of changed notes', () => {
  /** The changes in the log of the customer, oldest first. */
  const logged = async () => {
    const { rows } = await harness.database.db.execute(sql`
      select scope, changed_by as by, by_owner as owner, jsonb_path_query_array(changes, '$[*].field') as fields
      from customer_profile_changes where workspace_id = ${world.workspaceId} order by id`);
    return rows;
  };

  it('logs the author and the fields that differ, and nothing for notes saved unchanged', async () => {
    await world.save(ana, at.ana, 0);
    await world.save(ben, at.ben, 1, { alias: 'Tall', notes: '' });
    await world.save(ben, at.ben, 2, { alias: 'Tall', notes: '' });
    await expect(world.save(ana, at.ana, 1, { alias: 'Stale' })).rejects.toEqual(stale);
    const team = { scope: 'workspace', owner: false };
    expect(await logged()).toEqual([
      { ...team, by: ana.subAccountId, fields: ['alias', 'phone', 'email', 'note'] },
      { ...team, by: ben.subAccountId, fields: ['alias', 'note'] },
    ]);
  });

  it('logs notes that an agent had alone as new ones of the team when they are first shared', async () => {
    await world.share(ana, false);
    await world.save(ana, at.ana, 0, { shared: false, email: '' });
    await world.share(ana, true);
    await world.save(ana, at.ana, 0, { alias: 'Ours', email: '' });
    expect(await logged()).toMatchObject([
      { scope: ana.subAccountId, fields: ['alias', 'phone', 'note'] },
      { scope: 'workspace', fields: ['alias', 'phone', 'note'] },
    ]);
  });

  it('keeps a limited number of changes, the latest', async () => {
    await harness.database.db.execute(sql`
      insert into customer_profile_changes (workspace_id, fan_id, id, scope, changed_at, changed_by, by_owner, changes)
      select ${world.workspaceId}, ${at.fanId}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'workspace',
        now(), ${ana.subAccountId}, false, jsonb_build_array(jsonb_build_object('field', n))
      from generate_series(1, ${keptChanges}::int) n`);
    await world.save(ana, at.ana, 0, { alias: 'Tall', phone: '', email: '', notes: '' });
    const kept = await logged();
    expect(kept).toHaveLength(keptChanges);
    expect([kept[0], kept.at(-1)]).toMatchObject([{ fields: [2] }, { fields: ['alias'] }]);
  });

  it('deletes the log with the notes: private ones with their sub-account, all with the person', async () => {
    await world.save(ana, at.ana, 0);
    await world.share(ana, false);
    await world.save(ana, at.ana, 0, { shared: false });
    await harness.work((tx) => deleteSubAccountData(tx, world.workspaceId, ana.subAccountId));
    expect(await logged()).toMatchObject([{ scope: 'workspace' }]);
    await harness.work((tx) =>
      tx.db.execute(sql`delete from conversations where workspace_id = ${world.workspaceId}`),
    );
    for (const { socialAccountId } of [ana, ben])
      while (await harness.work((tx) => deleteAccountData(tx, world.workspaceId, socialAccountId)));
    expect(await logged()).toEqual([]);
  });
});

describe('access to notes', () => {
  it('refuses another sub-account’s conversation, a group, or none', async () => {
    const missing = expect.objectContaining({ error: 'conversation.not-found' });
    for (const id of [at.ben, await world.group(ana), randomUUID()]) {
      await expect(world.read(ana, id)).rejects.toEqual(missing);
      await expect(world.save(ana, id, 0)).rejects.toEqual(missing);
    }
  });

  it('ends with a deleted sub-account for its own notes, but not for shared ones', async () => {
    await world.save(ana, at.ana, 0);
    await world.share(ana, false);
    await world.save(ana, at.ana, 0, { alias: 'Mine', shared: false });
    const forget = () => harness.work((tx) => deleteSubAccountData(tx, world.workspaceId, ana.subAccountId));
    expect(await forget()).toBe(false);
    expect(await world.read(ana, at.ana)).toMatchObject({ alias: '', version: 0 });
    expect(await world.read(ben, at.ben)).toMatchObject({ alias: 'Marta' });
  });
});
