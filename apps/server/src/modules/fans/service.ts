import { type PlatformId, platforms } from '@parley/contract/catalogues';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { FanVerdict } from '../../schema/fans.ts';
import { type DedupeScope, judge, scopeKey } from './fan-verdict.ts';
import type { Person, Writer } from './store.ts';
import * as sqlStore from './store.ts';

/** A private inbound message, as far as counting is concerned. */
export type Encounter = {
  workspaceId: WorkspaceId;
  platform: PlatformId;
  socialAccountId: string;
  subAccountId: string;
  platformUserId: string;
  displayName: string | null;
  platformMessageId: string;
  history: boolean;
  /** The server's time, not the platform's, which clients may set: money is settled on these days. */
  at: number;
};

export type MeetingOutcome = { fanId: string; verdict: FanVerdict; fresh: boolean };

type Meeting = Encounter & { fanId: string };

/** The store of identities, sightings and verdicts; each function is described in `store.ts`. */
export type FanStore = Pick<
  typeof sqlStore,
  | 'findWriters'
  | 'insertPeople'
  | 'findVerdicts'
  | 'holdFans'
  | 'findDedupeScopes'
  | 'claimSightings'
  | 'insertVerdicts'
  | 'countVerdicts'
>;

/**
 * Finds or makes the fan behind each encounter and gives the verdict at a first meeting. A batch of known fans on
 * known accounts costs one query, one with strangers eight, however many they are. Answers in the order of the
 * encounters. Throws when the sub-account of a first meeting is gone.
 */
export async function meetFans(
  tx: Tx,
  encounters: readonly Encounter[],
  store: FanStore = sqlStore,
): Promise<MeetingOutcome[]> {
  if (encounters.length === 0) return [];
  // Fans who are forgotten at this moment are strangers when it is asked again: their rows are gone by then.
  for (;;) {
    const outcomes = await tryToMeet(tx, store, encounters);
    if (outcomes) return outcomes;
  }
}

/** Null: a fan was forgotten meanwhile. */
async function tryToMeet(
  tx: Tx,
  store: FanStore,
  encounters: readonly Encounter[],
): Promise<MeetingOutcome[] | null> {
  const { fanIds, verdicts } = await identify(tx, store, encounters);
  const meetings = encounters.map((encounter) => ({
    ...encounter,
    fanId: required(fanIds, personKey(encounter)),
  }));
  const first = new Map<string, Meeting>();
  for (const meeting of meetings) {
    const key = meetingKey(meeting);
    if (!verdicts.has(key) && !first.has(key)) first.set(key, meeting);
  }
  if (first.size > 0) {
    const [held, scopes] = await Promise.all([
      store.holdFans(tx, [...first.values()]),
      store.findDedupeScopes(tx, [...first.values()]),
    ]);
    if (![...first.values()].every(({ fanId }) => held.has(fanId))) return null;
    for (const [key, verdict] of await decide(tx, store, [...first.values()], scopes))
      verdicts.set(key, verdict);
  }
  return meetings.map((meeting) => {
    const key = meetingKey(meeting);
    const verdict = required(verdicts, key);
    return { fanId: meeting.fanId, verdict, fresh: first.get(key) === meeting };
  });
}

const meetingKey = (it: { socialAccountId: string; fanId: string }) => `${it.socialAccountId} ${it.fanId}`;

function personOf(encounter: Encounter): Person {
  const { workspaceId, platform, platformUserId } = encounter;
  const scope = platforms[platform].identityScope === 'account' ? encounter.socialAccountId : '';
  return { workspaceId, platform, scope, platformUserId };
}

const keyOf = (person: Person) =>
  JSON.stringify([person.workspaceId, person.platform, person.scope, person.platformUserId]);
const personKey = (encounter: Encounter) => keyOf(personOf(encounter));

async function identify(
  tx: Tx,
  store: FanStore,
  encounters: readonly Encounter[],
): Promise<{ fanIds: Map<string, string>; verdicts: Map<string, FanVerdict> }> {
  const writers = new Map<string, Writer & { displayName: string | null }>();
  for (const encounter of encounters) {
    const { socialAccountId, displayName } = encounter;
    const writer = { ...personOf(encounter), socialAccountId, displayName };
    writers.set(`${socialAccountId} ${keyOf(writer)}`, writer);
  }
  const fanIds = new Map<string, string>();
  const verdicts = new Map<string, FanVerdict>();
  for (const known of await store.findWriters(tx, [...writers.values()])) {
    fanIds.set(keyOf(known), known.fanId);
    if (known.verdict !== null) verdicts.set(meetingKey(known), known.verdict);
  }
  const strangers = new Map<string, Writer & { displayName: string | null }>();
  for (const writer of writers.values()) if (!fanIds.has(keyOf(writer))) strangers.set(keyOf(writer), writer);
  // Of a person whom another transaction has just met, the verdicts are found when these are inserted.
  if (strangers.size > 0)
    for (const person of await store.insertPeople(tx, [...strangers.values()]))
      fanIds.set(keyOf(person), person.fanId);
  return { fanIds, verdicts };
}

/** Judges first meetings, each of another fan or at another account; the earlier in the list was the earlier. */
async function decide(
  tx: Tx,
  store: FanStore,
  meetings: readonly Meeting[],
  scopes: ReadonlyMap<string, DedupeScope>,
): Promise<Map<string, FanVerdict>> {
  const claims = meetings.map((meeting) => {
    const dedupeScope = scopes.get(meeting.subAccountId);
    if (dedupeScope === undefined) throw new Error('a sub-account that met a fan is gone');
    return { ...meeting, dedupeScope, verdictId: newId() };
  });
  const firsts = await store.claimSightings(tx, claims);
  const rows = claims.map((claim) => {
    const first = firsts.get(claim.verdictId) ?? claim.verdictId;
    const earlier = first === claim.verdictId ? null : first;
    return {
      ...claim,
      ...judge({ history: claim.history, seenBefore: earlier !== null }),
      scope: scopeKey(claim.dedupeScope, claim.subAccountId),
      matchedVerdictId: earlier,
      decidedAt: claim.at,
    };
  });
  const stored = await store.insertVerdicts(tx, rows);
  await store.countVerdicts(
    tx,
    rows.filter((row) => stored.has(row.verdictId)),
  );
  const verdicts = new Map(rows.map((row) => [meetingKey(row), row.verdict]));
  const preceded = rows.filter((row) => !stored.has(row.verdictId));
  if (preceded.length > 0) {
    for (const row of await store.findVerdicts(tx, preceded)) verdicts.set(meetingKey(row), row.verdict);
  }
  return verdicts;
}

function required<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error('a person without an identity or a verdict after both were made');
  return value;
}
