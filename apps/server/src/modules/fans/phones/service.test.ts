import { beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { encountersAt, FakeFanStore, resolveFans } from '../fakes.ts';
import type { Encounter } from '../service.ts';

const workspaceId = trustWorkspaceId(newId());
const [shop, support, ana] = [newId(), newId(), newId()];

const encounter = encountersAt({ workspaceId, socialAccountId: shop, subAccountId: ana });
const writes = (platformUserId: string, phone: string | null, given: Partial<Encounter> = {}) =>
  encounter(platformUserId, { phone, ...given });

let fake: FakeFanStore;
beforeEach(() => {
  fake = new FakeFanStore();
});
// The fake store holds all state and ignores the transaction.
const meet = (...encounters: Encounter[]) => resolveFans(undefined as unknown as Tx, encounters, fake);
const verdicts = async (...encounters: Encounter[]) =>
  (await meet(...encounters)).map(({ verdict }) => verdict);

describe('mergeFansByPhone', () => {
  it('queries nothing for people without a number, or with one that no person has', async () => {
    await meet(writes('u1', null), writes('u2', 'call me'));
    expect(fake.calls).not.toContain('findPhones');
  });

  it('stores a number once, and queries known ones once', async () => {
    await meet(writes('u1', '+34 600 000 000'));
    fake.calls.length = 0;
    await meet(writes('u1', '+34 600 000 000'), writes('u1', '0034600000000'));
    expect(fake.calls).toEqual(['findWriters', 'findPhones']);
  });

  it('counts two people with one number separately, unless the owner wants them merged', async () => {
    expect(await verdicts(writes('u1', '+34600000000'), writes('u2', '+34600000000'))).toEqual([
      'new',
      'new',
    ]);
    expect(fake.calls).not.toContain('mergeFans');
  });

  it('merges the later of two people with one number into the earlier, in one batch and in two', async () => {
    fake.mergesByPhone = true;
    const batch = [
      writes('u1', '+34600000000'),
      writes('u2', '+34600000000', { socialAccountId: support }),
      writes('u3', '+34700000000', { socialAccountId: support }),
    ];
    expect(await verdicts(...batch)).toEqual(['new', 'repeat', 'new']);
    expect(await verdicts(writes('u4', '+34700000000'))).toEqual(['repeat']);
    expect(fake.fanIdOf('u4')).toBe(fake.fanIdOf('u3'));
  });

  it('merges all people with one number at once', async () => {
    fake.mergesByPhone = true;
    await meet(...Array.from({ length: 20 }, (_, n) => writes(`u${n}`, '+34600000000')));
    expect(new Set(fake.people().map(({ fanId }) => fanId)).size).toBe(1);
    expect(fake.calls.filter((name) => name === 'findWriters')).toHaveLength(3);
  });

  it('doesn’t merge people whose merge the owner has undone', async () => {
    fake.mergesByPhone = true;
    fake.undoneMerge = true;
    await meet(writes('u1', '+34600000000'));
    expect(await verdicts(writes('u2', '+34600000000'))).toEqual(['new']);
    expect(fake.calls).not.toContain('mergeFans');
  });

  it('looks up again when the number has become another person’s meanwhile', async () => {
    fake.mergesByPhone = true;
    await meet(writes('u1', null));
    fake.before('insertPhones', () => fake.givePhone('u1', '34600000000'));
    expect(await verdicts(writes('u2', '+34600000000', { socialAccountId: support }))).toEqual(['repeat']);
  });
});
