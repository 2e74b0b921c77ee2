import { beforeEach, describe, expect, it } from 'vitest';
import { OutdatedTransaction, type Tx } from '../../base/db/database.ts';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { encountersAt, FakeFanStore, resolveFans } from './fakes.ts';
import { type Encounter, identifyFans } from './service.ts';

const workspaceId = trustWorkspaceId(newId());
const [shop, support, ana] = [newId(), newId(), newId()];

const encounter = encountersAt({ workspaceId, socialAccountId: shop, subAccountId: ana });

let fake: FakeFanStore;
beforeEach(() => {
  fake = new FakeFanStore();
});
// The fake store holds all state and ignores the transaction.
const noTx = undefined as unknown as Tx;
const attempt = (...encounters: Encounter[]) => resolveFans(noTx, encounters, fake);
/** Starts over as `transaction` does. */
const meet = (...encounters: Encounter[]): ReturnType<typeof resolveFans> =>
  attempt(...encounters).catch((error: unknown) => {
    if (error instanceof OutdatedTransaction) return attempt(...encounters);
    throw error;
  });
const verdicts = async (...encounters: Encounter[]) =>
  (await meet(...encounters)).map(({ verdict }) => verdict);

describe('encounters', () => {
  it('queries nothing for an empty batch', async () => {
    expect(await meet()).toEqual([]);
    expect(fake.calls).toEqual([]);
  });

  it('queries once for known fans on known accounts, and counts nothing', async () => {
    await meet(encounter('u1'), encounter('u2'));
    fake.calls.length = 0;
    fake.judged.length = 0;
    const outcomes = await meet(encounter('u1'), encounter('u2'));
    expect(outcomes).toMatchObject([
      { verdict: 'new', fresh: false },
      { verdict: 'new', fresh: false },
    ]);
    expect(fake.calls).toEqual(['findWriters']);
    expect(fake.judged).toEqual([]);
  });

  it('creates an identity for new people only', async () => {
    await meet(encounter('u1'));
    await meet(encounter('u1'), encounter('u2'));
    expect(fake.people().map(({ platformUserId }) => platformUserId)).toEqual(['u1', 'u2']);
  });

  it('gives a person of a platform one identity, and a website’s visitor one of that website', async () => {
    await meet(encounter('u1'), encounter('v1', { platform: 'webchat' }));
    expect(fake.people().map(({ scope }) => scope)).toEqual(['', shop]);
  });

  it('judges a first encounter at the account’s new place, and all others at their own', async () => {
    const ben = newId();
    fake.moved.set(shop, ben);
    await meet(encounter('u1'), encounter('u2', { socialAccountId: support }));
    expect(fake.judged).toMatchObject([
      { socialAccountId: shop, subAccountId: ben },
      { socialAccountId: support, subAccountId: ana },
    ]);
    expect(fake.calls.filter((name) => name === 'claimSightings')).toHaveLength(1);
  });

  it('judges a known person at each account that a batch brings them to', async () => {
    await meet(encounter('u1'));
    fake.judged.length = 0;
    const other = newId();
    await meet(
      encounter('u1', { socialAccountId: support }),
      encounter('u1'),
      encounter('u1', { socialAccountId: other }),
    );
    expect(fake.judged.map(({ socialAccountId }) => socialAccountId)).toEqual([support, other]);
  });

  it('marks only the first encounter of a batch as fresh', async () => {
    const outcomes = await meet(
      encounter('u1'),
      encounter('u1'),
      encounter('u1', { socialAccountId: support }),
    );
    expect(outcomes.map(({ verdict, fresh }) => [verdict, fresh])).toEqual([
      ['new', true],
      ['new', false],
      ['repeat', true],
    ]);
  });

  it('counts each verdict once, with its rule and the verdict that came before', async () => {
    await meet(encounter('u1', { history: true }));
    await meet(encounter('u1', { socialAccountId: support }));
    const [base, repeat] = fake.judged;
    expect(base).toMatchObject({
      verdict: 'base',
      rule: 'history',
      scope: 'workspace',
      matchedVerdictId: null,
    });
    expect(repeat).toMatchObject({
      verdict: 'repeat',
      rule: 'seen',
      matchedVerdictId: base?.verdictId,
    });
    expect(fake.judged).toHaveLength(2);
  });
});

describe('identifyFans', () => {
  const identify = (...encounters: Encounter[]) => identifyFans(noTx, encounters, fake);

  /** Lets the test decide when verdicts are stored. */
  function holdVerdicts() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const insert = fake.insertVerdicts;
    fake.insertVerdicts = async (...given) => {
      await promise;
      return insert(...given);
    };
    return { store: resolve, refuse: reject };
  }

  it.each([
    {
      title: 'newcomers who are met once',
      people: () => [encounter('u2'), encounter('u2'), encounter('u3')],
    },
    { title: 'a known person', people: () => [encounter('u1', { socialAccountId: support })] },
    {
      title: 'a newcomer at two accounts',
      people: () => [encounter('u2'), encounter('u2', { socialAccountId: support })],
    },
    {
      title: 'a newcomer beside a known person',
      people: () => [encounter('u2'), encounter('u1', { socialAccountId: support })],
    },
  ])('returns the fan of $title before the verdict is stored', async ({ people }) => {
    await meet(encounter('u1'));
    fake.judged.length = 0;
    const held = holdVerdicts();
    const { fanIds, counted } = await identify(...people());
    expect(fanIds).toEqual(people().map(({ platformUserId }) => fake.fanIdOf(platformUserId)));
    let isCounted = false;
    const outcomes = counted.finally(() => {
      isCounted = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isCounted).toBe(false);
    held.store();
    expect((await outcomes).map(({ fanId }) => fanId)).toEqual(fanIds);
  });

  it('reports a refused verdict to those who wait for it alone', async () => {
    const held = holdVerdicts();
    const { counted } = await identify(encounter('u1'));
    held.refuse(new Error('refused'));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(counted).rejects.toThrow('refused');
  });
});

it('reports a refused claim once, though the statements after it are refused as well', async () => {
  await meet(encounter('u1'));
  const refused = async () => Promise.reject(new Error('refused'));
  Object.assign(fake, { claimSightings: refused, findFirstSightings: refused });
  // The runner fails for a rejection that no one handles.
  await expect(attempt(encounter('u1', { socialAccountId: support }))).rejects.toThrow('refused');
});

describe('a dedupe library', () => {
  it('makes a listed person a repeat, by id, by name or by phone number', async () => {
    const libraryId = newId();
    for (const key of ['u1', 'marta', '34600111222']) fake.listed.set(key, libraryId);
    expect(
      await verdicts(
        encounter('U1'),
        encounter('u2', { handle: '@Marta' }),
        encounter('u3', { phone: '+34 600 111 222' }),
        encounter('u4'),
      ),
    ).toEqual(['repeat', 'repeat', 'repeat', 'new']);
    expect(fake.judged.map((row) => [row.rule, row.libraryId])).toEqual([
      ...Array.from({ length: 3 }, () => ['listed', libraryId]),
      ['first', null],
    ]);
  });

  it('makes a person a repeat by a known number, and stores whose it is', async () => {
    const libraryId = newId();
    fake.mergesByPhone = true;
    await meet(encounter('u1', { phone: '+34 600 111 222' }));
    await meet(encounter('u2', { phone: '+34 600 111 222', socialAccountId: support }));
    fake.listed.set('34600111222', libraryId);
    const [first, second] = [newId(), newId()];
    await meet(encounter('u1', { socialAccountId: first }), encounter('u2', { socialAccountId: second }));
    const ownFanId = fake.people().find(({ platformUserId }) => platformUserId === 'u1')?.ownFanId;
    expect(fake.judged.slice(2)).toMatchObject([
      { socialAccountId: first, libraryId, listedFanIds: null },
      { socialAccountId: second, libraryId, listedFanIds: [ownFanId] },
    ]);
  });

  it('judges by the earlier verdict if a library also lists the person, and stores that library', async () => {
    await meet(encounter('u1'));
    const libraryId = newId();
    fake.listed.set('u1', libraryId);
    await meet(encounter('u1', { socialAccountId: support }));
    expect(fake.judged[1]).toMatchObject({ rule: 'seen', libraryId });
  });
});

describe('a work order', () => {
  it('counts the verdicts of its sub-account on its platform on its open day', async () => {
    const order = { subAccountId: ana, platform: 'telegram', workOrderId: newId(), orderDay: '2026-05-03' };
    fake.orders = [order];
    await meet(encounter('u1'), encounter('v1', { platform: 'webchat' }));
    expect(fake.judged).toMatchObject([
      { workOrderId: order.workOrderId, orderDay: '2026-05-03' },
      { workOrderId: null, orderDay: null },
    ]);
  });
});

describe('activity', () => {
  const at = Date.UTC(2026, 4, 3);
  it('writes activity once in ten minutes for a fan on an account, with the latest name', async () => {
    await meet(encounter('u1', { at }));
    await meet(encounter('u1', { at: at + 599_999 }));
    expect(fake.activities).toEqual([]);
    await meet(
      encounter('u1', { at: at + 600_000 }),
      encounter('u1', { at: at + 600_001, displayName: 'Marta G.' }),
    );
    expect(fake.activities).toMatchObject([{ displayName: 'Marta G.', at: at + 600_001 }]);
  });
});

describe('another transaction meanwhile', () => {
  it('treats a deleted fan as a new person', async () => {
    await meet(encounter('u1'));
    const before = fake.fanIdOf('u1');
    fake.before('lockFansAgainstMerges', () => fake.deletePerson('u1'));
    const [outcome] = await meet(encounter('u1', { socialAccountId: support }));
    expect(outcome).toMatchObject({ verdict: 'new', fresh: true });
    expect(outcome?.fanId).not.toBe(before);
  });

  it('retries a whole batch when one of its fans was deleted', async () => {
    await meet(encounter('u1'), encounter('u2'));
    fake.before('lockFansAgainstMerges', () => fake.deletePerson('u2'));
    const there = { socialAccountId: support };
    expect(await verdicts(encounter('u1', there), encounter('u2', there))).toEqual(['repeat', 'new']);
  });

  it.each([
    { title: 'a person', given: {}, next: 'lockAccountOwners' },
    // The number isn't stored for a fan who will be removed.
    { title: 'a person with a number', given: { phone: '+34 600 111 222' }, next: 'findWriters' },
  ])('resolves $title whom another transaction creates to that fan', async ({ given, next }) => {
    const fanId = newId();
    const person = { workspaceId, platform: 'telegram', scope: '', platformUserId: 'u1', fanId };
    fake.before('insertPeople', () => fake.addPerson(person));
    const [known, created] = await meet(encounter('u1', given), encounter('u2', given));
    expect(fake.calls.slice(0, 3)).toEqual(['findWriters', 'insertPeople', next]);
    expect(known).toMatchObject({ fanId, verdict: 'new', fresh: true });
    expect(fake.people().map((one) => one.fanId)).toEqual([fanId, created?.fanId]);
    expect(fake.judged).toHaveLength(2);
  });

  it('locks no newcomer against merges, whom no other transaction can see', async () => {
    await meet(encounter('u1'));
    fake.calls.length = 0;
    await meet(encounter('u2'));
    expect(fake.calls).not.toContain('lockFansAgainstMerges');
    await meet(encounter('u1', { socialAccountId: support }), encounter('u3'));
    expect(fake.calls.filter((name) => name === 'lockFansAgainstMerges')).toHaveLength(1);
  });

  it('locks a person who writes under the row of another, whom they may be separated from', async () => {
    await meet(encounter('u1'), encounter('u2', { socialAccountId: support }));
    const [kept, merged] = [fake.fanIdOf('u1') ?? '', fake.fanIdOf('u2') ?? ''];
    const request = { workspaceId, keptFanId: kept, mergedFanId: merged, mergedBy: null, at: 0 };
    await fake.mergeFans(noTx, { ...request, reason: 'manual' });
    fake.calls.length = 0;
    expect(await meet(encounter('u2'))).toMatchObject([{ fanId: merged, fresh: false }]);
    expect(fake.calls).toEqual(['findWriters', 'lockFansAgainstMerges']);
    fake.lockFansAgainstMerges = async () => new Set<string>();
    await expect(attempt(encounter('u2'))).rejects.toThrow(OutdatedTransaction);
  });

  it.each<{ title: string; happens: () => void }>([
    {
      title: 'a known person is another',
      happens: () => {
        fake.lockFansAgainstMerges = async () => new Set<string>();
      },
    },
    {
      title: 'a new person exists',
      happens: () => {
        const person = { workspaceId, platform: 'telegram', scope: '', platformUserId: 'u2', fanId: newId() };
        fake.before('insertPeople', () => fake.addPerson(person));
      },
    },
    {
      title: 'a fan has a verdict on the account',
      happens: () => {
        const given = { fanId: fake.fanIdOf('u1') ?? '', socialAccountId: support };
        fake.before('insertVerdicts', () => fake.addVerdict(given, 'base'));
      },
    },
  ])('starts the transaction over when $title', async ({ happens }) => {
    await meet(encounter('u1'));
    happens();
    const there = { socialAccountId: support };
    const counted = attempt(encounter('u1', there), encounter('u2', there));
    await expect(counted).rejects.toThrow(OutdatedTransaction);
    expect(fake.judged).toHaveLength(1);
  });
});
