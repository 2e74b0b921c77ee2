/** Decisions of an owner about one sub-account and about several at once, in a real database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubAccountRow } from './store.ts';
import { type SubAccountsHarness, startSubAccountsHarness } from './testing/sub-accounts-harness.ts';

let harness: SubAccountsHarness;
let world: Awaited<ReturnType<SubAccountsHarness['workspace']>>;
beforeAll(async () => {
  harness = await startSubAccountsHarness();
});
beforeEach(async () => {
  world = await harness.workspace();
});
afterAll(() => harness.close());

async function rowOf(id: string): Promise<SubAccountRow> {
  const row = await world.row(id);
  if (row === null) throw new Error('it was made');
  return row;
}
const made = async (...form: Parameters<typeof world.make>) => rowOf(await world.make(...form));
const fixed = (portLimit: number) => world.make({ portMode: 'fixed', portLimit });
const statusOf = async (id: string) => (await rowOf(id)).status;
const refusal = (error: string, details = {}) => expect.objectContaining({ error, details });
/** Returns `done`, or the error of each refused call. */
const outcomes = async (works: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(works))
    .map((it) => (it.status === 'fulfilled' ? 'done' : it.reason.error))
    .sort();

describe('createFromForm', () => {
  it('creates nothing when more fixed ports are requested than are free', async () => {
    await fixed(8);
    const making = world.make({ portMode: 'fixed', portLimit: 3, characters: 10 });
    await expect(making).rejects.toEqual(refusal('ports.short', { needed: 3, free: 2 }));
    expect(await world.ownerRemaining()).toBe(1_000);
    expect(await world.count()).toBe(1);
  });

  it('reserves no more ports than are free for several concurrent forms', async () => {
    const forms = Array.from({ length: 6 }, () => fixed(3));
    expect(await outcomes(forms)).toEqual([...Array(3).fill('done'), ...Array(3).fill('ports.short')]);
  });

  it('moves its first characters from the owner, unless it is unlimited', async () => {
    const [limited, unlimited] = [
      await world.make({ characters: 100 }),
      await world.make({ characters: 100, unlimited: true }),
    ];
    expect(await world.balance(limited)).toMatchObject({ remaining: 100, unlimited: false });
    expect(await world.balance(unlimited)).toMatchObject({ remaining: 0, unlimited: true });
    expect(await world.ownerRemaining()).toBe(900);
  });

  it('creates nothing when the owner has too few characters', async () => {
    const making = world.make({ characters: 1_001 });
    await expect(making).rejects.toMatchObject({ error: 'characters.short' });
    expect([await world.ownerRemaining(), await world.count()]).toEqual([1_000, 0]);
  });

  it('reserves no ports for a disabled sub-account', async () => {
    const { status } = await made({ status: 'disabled', portMode: 'fixed', portLimit: 10_000 });
    expect(status).toBe('disabled');
  });
});

describe('updateSubAccount', () => {
  it('refuses an older version, and changes nothing', async () => {
    const seen = await made();
    await world.update(seen, { remark: 'First' });
    const first = await rowOf(seen.id);
    expect(first).toMatchObject({ remark: 'First', version: 2 });
    await expect(world.update(seen, { remark: 'Second' })).rejects.toEqual(refusal('resource.stale'));
    expect(await rowOf(seen.id)).toEqual(first);
  });

  it('succeeds for only one of several concurrent updates of a version', async () => {
    const seen = await made();
    const updates = Array.from({ length: 6 }, (_, n) => world.update(seen, { remark: `Try ${n}` }));
    expect(await outcomes(updates)).toEqual(['done', ...Array(5).fill('resource.stale')]);
    expect((await rowOf(seen.id)).version).toBe(2);
  });

  it('loses neither the update nor a concurrent change of status', async () => {
    const seen = await made();
    await Promise.all([world.update(seen, { remark: 'Both' }), world.setStatus([seen.id], 'disabled')]);
    expect(await rowOf(seen.id)).toMatchObject({ remark: 'Both', status: 'disabled' });
  });

  it('returns the characters when it becomes unlimited, and starts with none when limited', async () => {
    const seen = await made({ characters: 300, autoAllocation: { below: 1, amount: 5 } });
    expect(await world.ownerRemaining()).toBe(700);
    await world.update(seen, { unlimited: true, autoAllocation: { below: 1, amount: 5 } });
    expect(await world.balance(seen.id)).toMatchObject({
      unlimited: true,
      autoAllocation: null,
    });
    expect(await world.ownerRemaining()).toBe(1_000);
    await world.update(await rowOf(seen.id), { unlimited: false });
    expect(await world.balance(seen.id)).toMatchObject({ unlimited: false, remaining: 0 });
  });

  it('refuses more fixed ports than are free, but never as many as it already has', async () => {
    const seen = await made({ portMode: 'fixed', portLimit: 6 });
    await fixed(4);
    await expect(world.update(seen, { portLimit: 7 })).rejects.toEqual(
      refusal('ports.short', { needed: 7, free: 6 }),
    );
    expect(await rowOf(seen.id)).toEqual(seen);
    await world.update(seen, { remark: 'Renamed' });
  });

  it('finds neither another workspace’s sub-account nor an unknown one', async () => {
    const seen = await made();
    const other = await harness.workspace();
    for (const id of [seen.id, randomUUID()])
      await expect(other.update({ ...seen, id }, { remark: 'Mine now' })).rejects.toEqual(
        refusal('sub-account.not-found'),
      );
    expect(await rowOf(seen.id)).toEqual(seen);
  });

  it('ends all desk sessions except the newest once only one desk is allowed', async () => {
    const seen = await made();
    await world.update(seen, { remark: 'Renamed' });
    expect(world.ended).toEqual([]);
    await world.update(await rowOf(seen.id), { multiDevice: false });
    expect(world.ended).toEqual([['older', seen.id]]);
    await world.update(await rowOf(seen.id), { remark: 'Again' });
    expect(world.ended).toHaveLength(1);
  });

  it('returns the values that changed', async () => {
    const changes = { saveChatHistory: false, dedupeScope: 'sub-account' } as const;
    expect(await world.update(await made(), changes)).toEqual({
      'saveChatHistory.before': true,
      'saveChatHistory.after': false,
      'dedupeScope.before': 'workspace',
      'dedupeScope.after': 'sub-account',
    });
  });
});

describe('resetPassword', () => {
  it('stores the new hash and ends the sessions opened with the old password', async () => {
    const { id, accountName } = await made();
    expect(await world.resetPassword(id)).toBe(accountName);
    expect(await rowOf(id)).toMatchObject({ passwordHash: 'new hash' });
    expect(world.ended).toEqual([['password-changed', id]]);
  });

  it('refuses the default sub-account, and finds none of another workspace', async () => {
    const { id } = await made();
    const standard = await world.makeDefault();
    await expect(world.resetPassword(standard)).rejects.toEqual(refusal('sub-account.default'));
    const other = await harness.workspace();
    await expect(other.resetPassword(id)).rejects.toEqual(refusal('sub-account.not-found'));
    for (const one of [id, standard]) expect(await rowOf(one)).toMatchObject({ passwordHash: 'hash' });
    expect(world.ended).toEqual([]);
  });
});

describe('moveCharacters', () => {
  it('moves characters once per request id, however often it is sent', async () => {
    const id = await world.make({ characters: 100 });
    const requestId = randomUUID();
    const moves = Array.from({ length: 4 }, () => world.move('takeBack', id, 30, requestId));
    expect((await Promise.all(moves)).sort()).toEqual([false, false, false, true]);
    expect(await world.balance(id)).toMatchObject({ remaining: 70 });
    expect(await world.ownerRemaining()).toBe(930);
  });

  it('refuses a request id that was used for another move, in either direction', async () => {
    const [id, other] = [await world.make({ characters: 10 }), await world.make({ characters: 10 })];
    for (const direction of ['allocate', 'takeBack'] as const) {
      const requestId = randomUUID();
      await world.move(direction, id, 5, requestId, 'June');
      const before = await world.ownerRemaining();
      for (const again of [
        () => world.move(direction, id, 6, requestId, 'June'),
        () => world.move(direction, other, 5, requestId, 'June'),
        () => world.move(direction, id, 5, requestId, 'July'),
      ])
        await expect(again()).rejects.toEqual(refusal('characters.request-id-taken'));
      expect(await world.ownerRemaining()).toBe(before);
    }
  });

  it('allocates no more than the owner has, in concurrent requests', async () => {
    const id = await world.make();
    const moves = Array.from({ length: 8 }, () => world.move('allocate', id, 300));
    expect(await outcomes(moves)).toEqual([...Array(5).fill('characters.short'), ...Array(3).fill('done')]);
    expect(await world.balance(id)).toMatchObject({ remaining: 900 });
    expect(await world.ownerRemaining()).toBe(100);
  });

  it('refuses more than is left, an unlimited sub-account, and an unknown one', async () => {
    const [id, unlimited] = [await world.make({ characters: 10 }), await world.make({ unlimited: true })];
    await expect(world.move('takeBack', id, 11)).rejects.toMatchObject({ error: 'characters.short' });
    for (const direction of ['allocate', 'takeBack'] as const) {
      await expect(world.move(direction, unlimited, 1)).rejects.toEqual(refusal('sub-account.unlimited'));
      await expect(world.move(direction, randomUUID(), 1)).rejects.toEqual(refusal('sub-account.not-found'));
    }
    expect(await world.ownerRemaining()).toBe(990);
  });
});

describe.each([
  ['disabling', 'disabled', (ids: string[]) => world.setStatus(ids, 'disabled')],
  ['deleting', 'deleted', (ids: string[]) => world.remove(ids)],
] as const)('%s', (_, reason, act) => {
  it('ends only their desk sessions, with the reason', async () => {
    const [one, two] = [await world.make(), await world.make(), await world.make()].toSorted();
    expect(await act([two ?? '', one ?? ''])).toEqual([one, two]);
    expect(world.ended).toEqual([[reason, one, two]]);
  });

  it('refuses the whole batch if it contains the default sub-account', async () => {
    const ids = [await world.make(), await world.makeDefault()];
    await expect(act(ids)).rejects.toEqual(refusal('sub-account.default'));
    expect(await Promise.all(ids.map(statusOf))).toEqual(['normal', 'normal']);
    expect(world.ended).toEqual([]);
  });

  it('changes nothing if one id is unknown or another workspace’s', async () => {
    const id = await world.make();
    const other = await harness.workspace();
    const theirs = await other.make();
    for (const stranger of [theirs, randomUUID()])
      await expect(act([id, stranger])).rejects.toEqual(refusal('sub-account.not-found'));
    expect(await statusOf(id)).toBe('normal');
    expect(await other.row(theirs)).toMatchObject({ status: 'normal' });
  });

  it('frees its fixed ports for others', async () => {
    const id = await fixed(10);
    await expect(fixed(1)).rejects.toMatchObject({ error: 'ports.short' });
    await act([id]);
    await fixed(1);
  });
});

describe('changeStatus', () => {
  it('returns the sub-accounts whose status changed', async () => {
    const ids = [await fixed(1), await fixed(1), await fixed(1)].toSorted();
    expect(await world.setStatus(ids.slice(0, 1), 'disabled')).toEqual(ids.slice(0, 1));
    expect(await world.setStatus([...ids, ...ids], 'disabled')).toEqual(ids.slice(1));
    expect(await world.setStatus(ids, 'disabled')).toEqual([]);
    expect(await world.setStatus(ids, 'normal')).toEqual(ids);
    expect(await world.setStatus([await world.makeDefault()], 'normal')).toEqual([]);
  });

  it('takes fixed ports again on enabling, for all or for none', async () => {
    const ids = [await fixed(4), await fixed(4)];
    await world.setStatus(ids, 'disabled');
    await fixed(5);
    const enabling = world.setStatus(ids, 'normal');
    await expect(enabling).rejects.toEqual(refusal('ports.short', { needed: 8, free: 5 }));
    for (const id of ids) expect(await statusOf(id)).toBe('disabled');
    expect(await world.setStatus(ids.slice(0, 1), 'normal')).toEqual(ids.slice(0, 1));
  });

  it('ends with one status when concurrent batches request both, in both orders', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => fixed(1)));
    const batches = Array.from({ length: 8 }, (_, n) =>
      world.setStatus(n % 2 ? ids : ids.toReversed(), n % 2 ? 'normal' : 'disabled'),
    );
    expect(await outcomes(batches)).toEqual(Array(8).fill('done'));
    expect(new Set(await Promise.all(ids.map(statusOf))).size).toBe(1);
  });
});

describe('deleteSubAccounts', () => {
  it('hides the row at once and returns its characters', async () => {
    const id = await world.make({ characters: 100 });
    await world.remove([id]);
    expect(await world.row(id)).toBeNull();
    expect(await world.ownerRemaining()).toBe(1_000);
    for (const act of [
      () => world.move('allocate', id, 1),
      () => world.move('takeBack', id, 1),
      () => world.resetPassword(id),
      () => world.setStatus([id], 'normal'),
      () => world.remove([id]),
    ])
      await expect(act()).rejects.toEqual(refusal('sub-account.not-found'));
  });

  it('deletes once for many concurrent requests', async () => {
    const id = await world.make();
    const removals = Array.from({ length: 5 }, () => world.remove([id]));
    expect(await outcomes(removals)).toEqual(['done', ...Array(4).fill('sub-account.not-found')]);
  });
});
