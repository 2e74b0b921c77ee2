import type { PlatformId } from '@parley/contract/catalogues';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { FanType } from '../../schema/fans.ts';
import { judge, scopeKey } from './fan-verdict.ts';
import { libraryKey } from './library-key.ts';
import { personOf } from './person.ts';
import { mergeFansByPhone, type PhoneStore, sqlPhones } from './phones/service.ts';
import type { AccountFan, Activity, NewVerdict, Person, Writer } from './store.ts';
import * as sqlStore from './store.ts';

/** The fields of a private inbound message that counting needs. */
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

/** `fanId`: the fan of the writer's identity, which stays the same when that fan is merged into another. */
export type ResolvedFan = { fanId: string; verdict: FanType; fresh: boolean };

type Identified = { fanId: string; ownFanId: string };
type ResolvedEncounter = Encounter & Identified;

/** The store of identities, sightings and verdicts; each function is documented where it is defined. */
export type FanStore = PhoneStore &
  Pick<
    typeof sqlStore,
    | 'findWriters'
    | 'insertPeople'
    | 'findAccountFans'
    | 'lockFansAgainstMerges'
    | 'lockAccountPlaces'
    | 'lockOpenOrders'
    | 'findListed'
    | 'claimSightings'
    | 'insertVerdicts'
    | 'touchAccountFans'
  >;
const sqlFans: FanStore = { ...sqlStore, ...sqlPhones };

/**
 * Finds or creates the fan behind each encounter, and gives the verdict at a first meeting. A batch of known fans on known
 * accounts costs one query, one with new people six more, and one with phone numbers one more, regardless of size. Returns
 * outcomes in the order of the encounters. Throws if the sub-account of a first meeting was deleted, or if concurrent changes of
 * the people don't cease.
 */
export async function resolveFans(
  tx: Tx,
  encounters: readonly Encounter[],
  store: FanStore = sqlFans,
): Promise<ResolvedFan[]> {
  if (encounters.length === 0) return [];
  // Retries see concurrent changes: deleted fans are new people, as their rows are gone by then, and merged ones are found as one
  // person.
  for (let round = 1; round <= maxRounds; round += 1) {
    const outcomes = await tryToResolve(tx, store, encounters);
    if (outcomes) return outcomes;
  }
  throw new Error(`people who are others each of ${maxRounds} times that they are looked for`);
}

/** Each retry is due to another transaction's change of the same people; more are a fault, which must not hold locks forever. */
const maxRounds = 50;

/** Returns null if a fan was concurrently deleted, merged or unmerged, or has been merged here by number. */
async function tryToResolve(
  tx: Tx,
  store: FanStore,
  encounters: readonly Encounter[],
): Promise<ResolvedFan[] | null> {
  const { people, known } = await identify(tx, store, encounters);
  const resolved = encounters.map((encounter) => ({
    ...encounter,
    ...required(people, personKey(encounter)),
  }));
  if (await mergeFansByPhone(tx, resolved, store)) return null;
  const first = new Map<string, ResolvedEncounter>();
  for (const encounter of resolved) {
    const key = accountFanKey(encounter);
    if (!known.has(key) && !first.has(key)) first.set(key, encounter);
  }
  const types = new Map([...known].map(([key, { countsAs }]) => [key, countsAs]));
  if (first.size > 0) {
    const judged = await judgeFirstEncounters(tx, store, [...first.values()]);
    if (judged === null) return null;
    for (const [key, type] of judged) types.set(key, type);
  }
  const activities = activitiesOf(resolved, known);
  if (activities.length > 0) await store.touchAccountFans(tx, activities);
  return resolved.map((encounter) => {
    const key = accountFanKey(encounter);
    return { fanId: encounter.ownFanId, verdict: required(types, key), fresh: first.get(key) === encounter };
  });
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

async function identify(
  tx: Tx,
  store: FanStore,
  encounters: readonly Encounter[],
): Promise<{ people: Map<string, Identified>; known: Map<string, AccountFan> }> {
  const writers = new Map<string, Writer & Pick<NewVerdict, 'displayName' | 'handle'>>();
  for (const encounter of encounters) {
    const { socialAccountId, displayName, handle = null } = encounter;
    const writer = { ...personOf(encounter, encounter.platformUserId), socialAccountId, displayName, handle };
    writers.set(`${socialAccountId} ${keyOf(writer)}`, writer);
  }
  const people = new Map<string, Identified>();
  const known = new Map<string, AccountFan>();
  for (const writer of await store.findWriters(tx, [...writers.values()])) {
    people.set(keyOf(writer), writer);
    if (writer.accountFan !== null) known.set(accountFanKey(writer), writer.accountFan);
  }
  const unknown = new Map([...writers.values()].map((writer) => [keyOf(writer), writer]));
  for (const key of people.keys()) unknown.delete(key);
  // If another transaction has just created a person, the insert finds its rows.
  if (unknown.size > 0)
    for (const person of await store.insertPeople(tx, [...unknown.values()]))
      people.set(keyOf(person), person);
  return { people, known };
}

/**
 * Gives verdicts at first meetings, each of another fan or at another account, in list order. Returns null if one of the fans was
 * deleted, merged or unmerged since it was found.
 */
async function judgeFirstEncounters(
  tx: Tx,
  store: FanStore,
  resolved: readonly ResolvedEncounter[],
): Promise<Map<string, FanType> | null> {
  // Pipelined in lock order: fans, then accounts, then work orders.
  const [held, places, orders, listed] = await Promise.all([
    store.lockFansAgainstMerges(tx, resolved),
    store.lockAccountPlaces(tx, resolved),
    store.lockOpenOrders(tx, placesOf(resolved)),
    store.findListed(tx, resolved.map(libraryQuestion)),
  ]);
  if (!resolved.every(({ ownFanId }) => held.has(ownFanId))) return null;
  const claims = resolved.map((encounter) => {
    const place = places.get(encounter.socialAccountId);
    if (place === undefined) throw new Error('a sub-account that met a fan is gone');
    return { ...encounter, ...place, verdictId: newId() };
  });
  // An account has moved to another sub-account, whose work orders and libraries apply. Locked, it can't move again.
  if (claims.some(({ subAccountId }, at) => subAccountId !== resolved[at]?.subAccountId))
    return judgeFirstEncounters(tx, store, claims);
  const firsts = await store.claimSightings(tx, claims);
  const orderOf = new Map(orders.map((order) => [placeKey(order), order]));
  const rows = claims.map((claim): NewVerdict => {
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
    const { workOrderId = null, orderDay = null } = orderOf.get(placeKey(claim)) ?? {};
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
  return storeVerdicts(tx, store, rows);
}

async function storeVerdicts(
  tx: Tx,
  store: FanStore,
  rows: readonly NewVerdict[],
): Promise<Map<string, FanType>> {
  const stored = await store.insertVerdicts(tx, rows);
  const types = new Map<string, FanType>(rows.map((row) => [accountFanKey(row), row.verdict]));
  const preceded = rows.filter((row) => !stored.has(row.verdictId));
  if (preceded.length > 0)
    for (const row of await store.findAccountFans(tx, preceded)) types.set(accountFanKey(row), row.countsAs);
  return types;
}

const placeKey = (it: { subAccountId: string; platform: string }) => `${it.subAccountId} ${it.platform}`;

/** Returns the distinct places to look up work orders for, with the latest time of each. */
function placesOf(resolved: readonly ResolvedEncounter[]) {
  const places = new Map(
    resolved.map(({ workspaceId, subAccountId, platform, at }) => [
      placeKey({ subAccountId, platform }),
      { workspaceId, subAccountId, platform, at },
    ]),
  );
  return [...places.values()];
}

function libraryQuestion(encounter: ResolvedEncounter) {
  const { workspaceId, subAccountId, platform, platformUserId, fanId, ownFanId, handle, phone } = encounter;
  const keys = [platformUserId, handle ?? '', phone ?? ''].map(libraryKey).filter((key) => key !== '');
  const name = accountFanKey(encounter);
  return { workspaceId, subAccountId, platform, fanId, ownFanId, name, keys: [...new Set(keys)] };
}

function required<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error('a person without an identity or a verdict after both were made');
  return value;
}
