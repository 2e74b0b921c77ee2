import { sql } from 'drizzle-orm';
import { OutdatedTransaction, type Tx } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import { accountFans, type FanType } from '../../schema/fans.ts';
import { scopeKey } from './fan-verdict.ts';
import type { MergeRequest } from './merges/service.ts';
import type { GivenPhone, KnownPhone } from './phones/store.ts';
import { type Encounter, type FanStore, identifyFans, type ResolvedFan } from './service.ts';
import type {
  AccountFan,
  Activity,
  FanClaim,
  FanOnAccount,
  KnownPerson,
  LibraryQuestion,
  Listing,
  NewPerson,
  NewVerdict,
  OpenOrder,
  Person,
  Writer,
} from './store.ts';

const personKey = ({ workspaceId, platform, scope, platformUserId }: Person) =>
  [workspaceId, platform, scope, platformUserId].join(' ');
const accountFanKey = (it: { socialAccountId: string; fanId: string }) => `${it.socialAccountId} ${it.fanId}`;

/** Returns a factory of encounters; by default, a Telegram user writes to this account. */
export const encountersAt =
  (place: Pick<Encounter, 'workspaceId' | 'socialAccountId' | 'subAccountId'>) =>
  (platformUserId: string, given: Partial<Encounter> = {}): Encounter => ({
    ...place,
    platform: 'telegram',
    platformUserId,
    displayName: 'Marta',
    platformMessageId: newId(),
    history: false,
    at: Date.UTC(2026, 4, 3),
    ...given,
  });

type FanWithVerdict = ResolvedFan & { verdict: FanType };

/** Identifies the fans of these encounters, and returns how each counts on the account once everything is stored. */
export async function resolveFans(
  tx: Tx,
  encounters: readonly Encounter[],
  fake?: FakeFanStore,
): Promise<FanWithVerdict[]> {
  const { counted } = await identifyFans(tx, encounters, fake);
  const resolved = await counted;
  const fans = encounters.map(({ workspaceId, socialAccountId }, index) => ({
    workspaceId,
    socialAccountId,
    fanId: resolved[index]?.fanId ?? '',
  }));
  const verdicts = fake ? fans.map((fan) => fake.verdictOf(fan)) : await readVerdicts(tx, fans);
  return resolved.map((fan, index) => {
    const verdict = verdicts[index];
    if (verdict === undefined) throw new Error('the fan has not been counted');
    return { ...fan, verdict };
  });
}

async function readVerdicts(
  tx: Tx,
  fans: readonly Pick<FanOnAccount, 'workspaceId' | 'socialAccountId' | 'fanId'>[],
): Promise<FanType[]> {
  const { rows } = await tx.db.execute<{ countsAs: FanType }>(sql`
    with m as materialized (
      select given.*, topmost_fan("workspaceId", "ownFanId") as fan_id
      from rows from (json_to_recordset(${JSON.stringify(fans)}::json)
        as ("workspaceId" uuid, "socialAccountId" uuid, "fanId" uuid)) with ordinality
        as given("workspaceId", "socialAccountId", "ownFanId", nth)
    )
    select (
      select a.counts_as from ${accountFans} a
      where a.workspace_id = m."workspaceId" and a.social_account_id = m."socialAccountId" and a.fan_id = m.fan_id
        and a.type <> 'merged'
    ) as "countsAs" from m
    order by m.nth`);
  return rows.map(({ countsAs }) => countsAs);
}

/** Keeps fans in memory as the database would within one transaction; tests add what other transactions commit meanwhile. */
export class FakeFanStore implements FanStore {
  /** The functions called, in order. */
  readonly calls: string[] = [];
  readonly judged: NewVerdict[] = [];
  readonly activities: Activity[] = [];
  /** The open work orders, and library ids by the keys they list: set by tests. */
  orders: OpenOrder[] = [];
  readonly listed = new Map<string, string>();
  /** The sub-accounts to which social accounts have moved: set by tests. */
  readonly moved = new Map<string, string>();
  /** Set by tests: one phone number is one person; the owner has undone all merges of people. */
  mergesByPhone = false;
  undoneMerge = false;
  readonly #phones = new Map<string, GivenPhone>();
  readonly #people = new Map<string, KnownPerson>();
  readonly #sightings = new Map<string, string>();
  readonly #rows = new Map<string, AccountFan & { countsAs: FanType }>();
  readonly #meanwhile = new Map<string, () => void>();

  /** Runs a callback right before the next call of a function, to simulate another transaction's commit. */
  before(name: keyof FanStore, happens: () => void): void {
    this.#meanwhile.set(name, happens);
  }

  people(): KnownPerson[] {
    return [...this.#people.values()];
  }

  fanIdOf(platformUserId: string): string | undefined {
    return this.people().find((person) => person.platformUserId === platformUserId)?.fanId;
  }

  addPerson({ workspaceId, platform, scope, platformUserId, fanId }: Omit<KnownPerson, 'ownFanId'>): void {
    const person = { workspaceId, platform, scope, platformUserId, fanId, ownFanId: fanId };
    this.#people.set(personKey(person), person);
  }

  deletePerson(platformUserId: string): void {
    for (const person of this.people()) {
      if (person.platformUserId === platformUserId) this.#people.delete(personKey(person));
    }
  }

  addVerdict(fan: Pick<FanOnAccount, 'fanId' | 'socialAccountId'>, countsAs: FanType): void {
    this.#rows.set(accountFanKey(fan), { id: newId(), countsAs, lastActiveAt: 0, phone: '' });
  }

  /** Returns how a person counts on an account. */
  verdictOf({ fanId: ownFanId, socialAccountId }: Pick<FanOnAccount, 'fanId' | 'socialAccountId'>): FanType {
    const fanId = this.people().find((person) => person.ownFanId === ownFanId)?.fanId ?? ownFanId;
    const row = this.#rows.get(accountFanKey({ fanId, socialAccountId }));
    if (row === undefined) throw new Error('the fan has not been counted');
    return row.countsAs;
  }

  givePhone(platformUserId: string, key: string): void {
    const person = this.people().find((one) => one.platformUserId === platformUserId);
    if (person) this.#phones.set(key, { ...person, key });
  }

  findWriters = async (_: Tx, writers: readonly Writer[]) => {
    this.#called('findWriters');
    return writers.flatMap((writer) => {
      const known = this.#people.get(personKey(writer));
      if (!known) return [];
      const onAccount = { ...known, socialAccountId: writer.socialAccountId };
      return [{ ...onAccount, accountFan: this.#rows.get(accountFanKey(onAccount)) ?? null }];
    });
  };

  insertPeople = async (_: Tx, people: readonly NewPerson[]) => {
    this.#called('insertPeople');
    if (people.some((person) => this.#people.has(personKey(person))))
      throw new OutdatedTransaction('another transaction has created a person');
    for (const person of people) this.addPerson(person);
  };

  lockFansAgainstMerges = async (_: Tx, fans: readonly Pick<KnownPerson, 'fanId' | 'ownFanId'>[]) => {
    this.#called('lockFansAgainstMerges');
    const known = new Set(this.people().map(({ fanId }) => fanId));
    return new Set(fans.filter(({ fanId }) => known.has(fanId)).map(({ ownFanId }) => ownFanId));
  };

  lockAccountOwners = async (
    _: Tx,
    encounters: readonly Pick<FanOnAccount, 'socialAccountId' | 'subAccountId'>[],
  ) => {
    this.#called('lockAccountOwners');
    const ownerOf = ({
      socialAccountId,
      subAccountId,
    }: Pick<FanOnAccount, 'socialAccountId' | 'subAccountId'>) => ({
      subAccountId: this.moved.get(socialAccountId) ?? subAccountId,
      dedupeScope: 'workspace' as const,
    });
    return new Map(encounters.map((encounter) => [encounter.socialAccountId, ownerOf(encounter)]));
  };

  lockOpenOrders = async () => {
    this.#called('lockOpenOrders');
    return this.orders;
  };

  findListed = async (_: Tx, questions: readonly LibraryQuestion[]) => {
    this.#called('findListed');
    const found = new Map<string, Listing>();
    for (const { name, keys, fanId, ownFanId } of questions) {
      const numbers = [...this.#phones].filter(([, { ownFanId: own }]) =>
        this.people().some((person) => person.ownFanId === own && person.fanId === fanId),
      );
      const given = keys.map((key) => ({ key, own: ownFanId }));
      const known = numbers.map(([key, { ownFanId: own }]) => ({ key, own }));
      const listed = [...given, ...known].filter(({ key }) => this.listed.has(key));
      const libraryId = listed.map(({ key }) => this.listed.get(key)).find((id) => id !== undefined);
      const isOwn = listed.some(({ own }) => own === ownFanId);
      const fanIds = isOwn ? null : listed.map(({ own }) => own);
      if (libraryId !== undefined) found.set(name, { libraryId, fanIds });
    }
    return found;
  };

  claimSightings = async (_: Tx, claims: readonly FanClaim[]) => {
    this.#called('claimSightings');
    for (const { fanId, subAccountId, verdictId } of claims)
      for (const scope of ['workspace', subAccountId]) {
        const key = `${scope} ${fanId}`;
        if (!this.#sightings.has(key)) this.#sightings.set(key, verdictId);
      }
  };

  findFirstSightings = async (_: Tx, claims: readonly FanClaim[]) => {
    this.#called('findFirstSightings');
    const first = ({ fanId, subAccountId, verdictId, dedupeScope }: FanClaim) =>
      this.#sightings.get(`${scopeKey(dedupeScope, subAccountId)} ${fanId}`) ?? verdictId;
    return new Map(claims.map((claim) => [claim.verdictId, first(claim)]));
  };

  insertVerdicts = async (_: Tx, verdicts: readonly NewVerdict[]) => {
    this.#called('insertVerdicts');
    if (verdicts.some((row) => this.#rows.has(accountFanKey(row))))
      throw new OutdatedTransaction('a verdict');
    for (const row of verdicts) {
      const { verdictId: id, verdict: countsAs, decidedAt: lastActiveAt } = row;
      this.#rows.set(accountFanKey(row), { id, countsAs, lastActiveAt, phone: row.phone ?? '' });
    }
    this.judged.push(...verdicts);
  };

  touchAccountFans = async (_: Tx, activities: readonly Activity[]) => {
    this.#called('touchAccountFans');
    this.activities.push(...activities);
  };

  findPhones = async (_: Tx, given: readonly Pick<GivenPhone, 'workspaceId' | 'key'>[]) => {
    this.#called('findPhones');
    return given.flatMap(({ workspaceId, key }): KnownPhone[] => {
      const known = this.#phones.get(key);
      const person = this.people().find(({ ownFanId }) => ownFanId === known?.ownFanId);
      return person ? [{ workspaceId, key, fanId: person.fanId, merging: this.mergesByPhone }] : [];
    });
  };

  lockPhones = async () => this.#called('lockPhones');

  lockFans = async () => this.#called('lockFans');

  insertPhones = async (_: Tx, given: readonly GivenPhone[]) => {
    this.#called('insertPhones');
    const unknown = given.filter(({ key }) => !this.#phones.has(key));
    for (const it of unknown.reverse()) this.#phones.set(it.key, it);
    return new Set(unknown.map(({ key }) => key)).size === given.length;
  };

  hasUndoneMerge = async () => {
    this.#called('hasUndoneMerge');
    return this.undoneMerge;
  };

  mergeFans = async (_: Tx, { keptFanId, mergedFanId }: MergeRequest) => {
    this.#called('mergeFans');
    for (const [key, person] of this.#people)
      if (person.fanId === mergedFanId) this.#people.set(key, { ...person, fanId: keptFanId });
    return { ok: true as const, mergeId: newId() };
  };

  #called(name: keyof FanStore): void {
    this.calls.push(name);
    this.#meanwhile.get(name)?.();
    this.#meanwhile.delete(name);
  }
}
