import type { PlatformId } from '@parley/contract/catalogues';
import { OutdatedTransaction, type Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { judge, scopeKey } from './fan-verdict.ts';
import { libraryKey } from './library-key.ts';
import { newPerson, personOf } from './person.ts';
import { mergeFansByPhone, type PhoneStore, sqlPhones } from './phones/service.ts';
import type {
  AccountFan,
  Activity,
  FanClaim,
  Listing,
  NewPerson,
  NewVerdict,
  OpenOrder,
  Person,
  Writer,
} from './store.ts';
import * as sqlStore from './store.ts';

/** A private inbound message, with the fields that counting needs. */
export type Encounter = {
  workspaceId: WorkspaceId;
  platform: PlatformId;
  socialAccountId: string;
  subAccountId: string;
  platformUserId: string;
  displayName: string | null;
  /** The public user name on the platform, without a leading sign. */
  handle?: string | null;
  /** Set if the platform provides it. */
  phone?: string | null;
  platformMessageId: string;
  history: boolean;
  /** The server's time, not the platform's, which clients may forge: money is settled on these days. */
  at: number;
  /** For history: the platform's time of the message, the last known activity of the person. */
  activeAt?: number;
};

/** `fanId`: as in `IdentifiedFans`. */
export type ResolvedFan = { fanId: string; fresh: boolean };

type Identified = { fanId: string; ownFanId: string };
type ResolvedEncounter = Encounter & Identified;
/** The people whom a batch creates. `ownFanIds`: no other transaction can see their fans. */
type Newcomers = { ownFanIds: ReadonlySet<string>; stored: Promise<void> };

/** The store of identities, sightings and verdicts; each function is documented where it is defined. */
export type FanStore = PhoneStore &
  Pick<
    typeof sqlStore,
    | 'findWriters'
    | 'insertPeople'
    | 'lockFansAgainstMerges'
    | 'lockAccountOwners'
    | 'lockOpenOrders'
    | 'findListed'
    | 'claimSightings'
    | 'findFirstSightings'
    | 'insertVerdicts'
    | 'touchAccountFans'
  >;
const sqlFans: FanStore = { ...sqlStore, ...sqlPhones };

/**
 * `fanIds`: of the writers' identities, in the order of the encounters; they stay the same when a fan is merged into another.
 * `counted`: the outcomes, once the verdicts and activities are stored. Rejects with `OutdatedTransaction` if another transaction
 * has created, deleted, merged or unmerged one of the fans since it was looked for, and if the sub-account of a first encounter was
 * deleted.
 */
export type IdentifiedFans = { fanIds: string[]; counted: Promise<ResolvedFan[]> };

/**
 * Finds or creates the fan behind each encounter, and gives the verdict at a first encounter. Returns as soon as the fans are known,
 * with all statements of the same round trip sent; the caller waits for `counted` before the transaction ends. A batch of known
 * fans on known accounts costs one round trip, one with new people two more, regardless of size; known phone numbers cost one
 * more, new ones about four.
 */
export async function identifyFans(
  tx: Tx,
  encounters: readonly Encounter[],
  store: FanStore = sqlFans,
): Promise<IdentifiedFans> {
  if (encounters.length === 0) return { fanIds: [], counted: Promise.resolve([]) };
  for (let round = 1; round <= maxRounds; round += 1) {
    const found = await lookUp(tx, store, encounters);
    const newcomers = insertNewcomers(tx, store, found.created);
    // A number is stored for a person who exists.
    if (encounters.some(({ phone }) => phone)) await newcomers.stored;
    const resolved = encounters.map((encounter) => ({
      ...encounter,
      ...required(found.people, personKey(encounter)),
    }));
    // Merged here or meanwhile, they are looked up again.
    if (await mergeFansByPhone(tx, resolved, store)) continue;
    const counted = countEncounters(tx, store, { resolved, known: found.known, newcomers });
    // A caller that fails before it waits for this has its own error to report.
    counted.catch(() => undefined);
    return { fanIds: resolved.map(({ ownFanId }) => ownFanId), counted };
  }
  throw new Error(`people who changed at each of ${maxRounds} look-ups`);
}

/** Each retry is due to a merge by number, or to another transaction with that number; more are a fault, which must not hold locks forever. */
const maxRounds = 50;

/** Creating a person who exists by now is refused by the statement itself. */
const outdated = () => new OutdatedTransaction('another transaction has changed the people of a message');

type Uncounted = {
  resolved: readonly ResolvedEncounter[];
  known: ReadonlyMap<string, AccountFan>;
  newcomers: Newcomers;
};

/** Stores the verdicts at first encounters, and the activity of fans at later ones. */
async function countEncounters(
  tx: Tx,
  store: FanStore,
  { resolved, known, newcomers }: Uncounted,
): Promise<ResolvedFan[]> {
  const first = new Map<string, ResolvedEncounter>();
  for (const encounter of resolved) {
    const key = accountFanKey(encounter);
    if (!known.has(key) && !first.has(key)) first.set(key, encounter);
  }
  // Undoing a merge deletes a part without a row or conversation: one that writes under another's row is about to have one.
  const unlisted = resolved.filter((it) => it.ownFanId !== it.fanId && known.has(accountFanKey(it)));
  const held = holdPeople(tx, store, [...first.values(), ...unlisted], newcomers);
  const judged =
    first.size > 0
      ? await judgeFirstEncounters(tx, store, [...first.values()], { newcomers, held })
      : undefined;
  const activities = activitiesOf(resolved, known);
  const touched = activities.length > 0 ? store.touchAccountFans(tx, activities) : undefined;
  await Promise.all([held, judged?.stored, touched]);
  return resolved.map((encounter) => ({
    fanId: encounter.ownFanId,
    fresh: first.get(accountFanKey(encounter)) === encounter,
  }));
}

/**
 * Locks people against merges, their undoing and deletion until the transaction ends, newcomers excepted: no other transaction can
 * see them. Rejects if one of them has changed since they were looked up.
 */
async function holdPeople(
  tx: Tx,
  store: FanStore,
  people: readonly ResolvedEncounter[],
  newcomers: Newcomers,
): Promise<void> {
  const others = people.filter(({ ownFanId }) => !newcomers.ownFanIds.has(ownFanId));
  if (others.length === 0) return;
  const held = await store.lockFansAgainstMerges(tx, others);
  if (!others.every(({ ownFanId }) => held.has(ownFanId))) throw outdated();
}

/** Resolution of the list's sort by activity; limits how often a fan is written. */
const activityMs = 600_000;

function activitiesOf(
  resolved: readonly ResolvedEncounter[],
  known: ReadonlyMap<string, AccountFan>,
): Activity[] {
  const latest = new Map<string, ResolvedEncounter>();
  for (const encounter of resolved) {
    // History is no activity; later messages are.
    if (encounter.history) continue;
    const key = accountFanKey(encounter);
    latest.set(key, { ...encounter, phone: encounter.phone ?? latest.get(key)?.phone ?? null });
  }
  return [...latest].flatMap(([key, { workspaceId, displayName, handle = null, phone = null, at }]) => {
    const accountFan = known.get(key);
    if (accountFan === undefined) return [];
    const unnoted = accountFan.phone === '' ? phone : null;
    if (at - accountFan.lastActiveAt < activityMs && unnoted === null) return [];
    return [{ workspaceId, accountFanId: accountFan.id, displayName, handle, phone: unnoted, at }];
  });
}

const accountFanKey = (it: { socialAccountId: string; fanId: string }) => `${it.socialAccountId} ${it.fanId}`;

const keyOf = (person: Person) =>
  JSON.stringify([person.workspaceId, person.platform, person.scope, person.platformUserId]);
const personKey = (encounter: Encounter) => keyOf(personOf(encounter, encounter.platformUserId));

async function lookUp(
  tx: Tx,
  store: FanStore,
  encounters: readonly Encounter[],
): Promise<{ people: Map<string, Identified>; known: Map<string, AccountFan>; created: NewPerson[] }> {
  const writers = new Map<string, Writer & Pick<NewVerdict, 'displayName' | 'handle'>>();
  for (const encounter of encounters) {
    const { socialAccountId, displayName, handle = null } = encounter;
    const writer = { ...personOf(encounter, encounter.platformUserId), socialAccountId, displayName, handle };
    writers.set(`${socialAccountId} ${keyOf(writer)}`, writer);
  }
  const people = new Map<string, Identified>();
  const known = new Map<string, AccountFan>();
  for (const writer of await store.findWriters(tx, [...writers.values()])) {
    const { fanId, ownFanId } = writer;
    // Without the account: the person may write to several ones.
    people.set(keyOf(writer), { fanId, ownFanId });
    if (writer.accountFan !== null) known.set(accountFanKey(writer), writer.accountFan);
  }
  const unknown = new Map([...writers.values()].map((writer) => [keyOf(writer), writer]));
  for (const key of people.keys()) unknown.delete(key);
  const created = [...unknown.values()].map(newPerson);
  for (const person of created) people.set(keyOf(person), { fanId: person.fanId, ownFanId: person.fanId });
  return { people, known, created };
}

/** Sends the statements that store these people, without waiting for them. */
function insertNewcomers(tx: Tx, store: FanStore, created: readonly NewPerson[]): Newcomers {
  const stored = created.length === 0 ? Promise.resolve() : store.insertPeople(tx, created);
  // Awaited with their verdicts.
  stored.catch(() => undefined);
  return { ownFanIds: new Set(created.map(({ fanId }) => fanId)), stored };
}

/** `stored`: resolves once the verdicts are. */
type Judged = { stored: Promise<unknown> };

/** Gives verdicts at first encounters, each of another fan or at another account, in list order. */
async function judgeFirstEncounters(
  tx: Tx,
  store: FanStore,
  resolved: readonly ResolvedEncounter[],
  people: { newcomers: Newcomers; held: Promise<void> },
): Promise<Judged> {
  const { newcomers, held } = people;
  // Pipelined in lock order: fans, whose lock has been sent, then accounts, then work orders.
  const [owners, orders, listed] = await Promise.all([
    store.lockAccountOwners(tx, resolved),
    store.lockOpenOrders(tx, orderQuestions(resolved)),
    store.findListed(tx, resolved.map(libraryQuestion)),
    newcomers.stored,
    held,
  ]);
  const claims = resolved.map((encounter) => {
    const owner = owners.get(encounter.socialAccountId);
    if (owner === undefined) throw new Error('the sub-account of an encounter is gone');
    return { ...encounter, ...owner, verdictId: newId() };
  });
  // An account has moved to another sub-account, whose work orders and libraries apply. Locked, it can't move again.
  if (claims.some(({ subAccountId }, at) => subAccountId !== resolved[at]?.subAccountId))
    return judgeFirstEncounters(tx, store, claims, people);
  const claimed = store.claimSightings(tx, claims);
  // No other transaction can claim or judge a newcomer. As many encounters as newcomers means one of each, and none of others.
  const areOneEach = resolved.length === newcomers.ownFanIds.size;
  const [firsts] = areOneEach
    ? [new Map<string, string>()]
    : await Promise.all([store.findFirstSightings(tx, claims), claimed]);
  const rows = verdictsOn(claims, { firsts, orders, listed });
  return { stored: Promise.all([claimed, store.insertVerdicts(tx, rows)]) };
}

type Claim = ResolvedEncounter & FanClaim;
type Evidence = {
  /** By verdict, the first one in the scope that counts; left out: the verdict itself. */
  firsts: ReadonlyMap<string, string>;
  orders: readonly OpenOrder[];
  /** By account and fan. */
  listed: ReadonlyMap<string, Listing>;
};

function verdictsOn(claims: readonly Claim[], { firsts, orders, listed }: Evidence): NewVerdict[] {
  const orderOf = new Map(orders.map((order) => [orderKey(order), order]));
  return claims.map((claim) => {
    const first = firsts.get(claim.verdictId) ?? claim.verdictId;
    const earlier = first === claim.verdictId ? null : first;
    const listing = listed.get(accountFanKey(claim)) ?? null;
    const judgement = judge({
      history: claim.history,
      seenBefore: earlier !== null,
      listed: listing !== null,
    });
    // Kept for fans seen before, too: it decides if the earlier verdict turns out to be another person's.
    const kept = claim.history ? null : listing;
    const { workOrderId = null, orderDay = null } = orderOf.get(orderKey(claim)) ?? {};
    return {
      ...claim,
      ...judgement,
      scope: scopeKey(claim.dedupeScope, claim.subAccountId),
      matchedVerdictId: earlier,
      libraryId: kept?.libraryId ?? null,
      listedFanIds: kept?.fanIds ?? null,
      workOrderId,
      orderDay,
      handle: claim.handle ?? null,
      phone: claim.phone ?? null,
      decidedAt: claim.at,
    };
  });
}

const orderKey = (it: { subAccountId: string; platform: string }) => `${it.subAccountId} ${it.platform}`;

/** Returns the distinct sub-accounts and platforms to look up work orders for, with the latest time of each. */
function orderQuestions(resolved: readonly ResolvedEncounter[]) {
  const questions = new Map(
    resolved.map(({ workspaceId, subAccountId, platform, at }) => [
      orderKey({ subAccountId, platform }),
      { workspaceId, subAccountId, platform, at },
    ]),
  );
  return [...questions.values()];
}

function libraryQuestion(encounter: ResolvedEncounter) {
  const { workspaceId, subAccountId, platform, platformUserId, fanId, ownFanId, handle, phone } = encounter;
  const keys = [platformUserId, handle ?? '', phone ?? ''].map(libraryKey).filter((key) => key !== '');
  const name = accountFanKey(encounter);
  return { workspaceId, subAccountId, platform, fanId, ownFanId, name, keys: [...new Set(keys)] };
}

function required<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error('a person without an identity after it was made');
  return value;
}
