import { type PlatformId, platforms } from '@parley/contract';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { type DedupeScope, judge, scopeKey } from './fan-verdict.ts';
import * as store from './store.ts';
import type { Verdict } from './tables.ts';

/** A private inbound message, as far as counting is concerned. */
export type Encounter = {
  workspaceId: WorkspaceId;
  platform: PlatformId;
  socialAccountId: string;
  subAccountId: string;
  dedupeScope: DedupeScope;
  platformUserId: string;
  displayName: string | null;
  platformMessageId: string;
  history: boolean;
  /** Ours, not the platform's, which anybody may set: money is settled on these days. */
  at: number;
};

export type Outcome = { fanId: string; verdict: Verdict; fresh: boolean };

/**
 * Finds or makes the fan behind each encounter and gives the verdict at a first meeting. The usual case, a known
 * fan on a known account, costs two queries for the whole batch. Answers in the order of the encounters.
 */
export async function meetFans(tx: Tx, encounters: readonly Encounter[]): Promise<Outcome[]> {
  if (encounters.length === 0) return [];
  const fanIds = await identify(tx, encounters);
  const meetings = encounters.map((encounter) => ({
    ...encounter,
    fanId: required(fanIds, personKey(encounter)),
  }));
  const verdicts = new Map(
    (await store.findVerdicts(tx, meetings)).map((row) => [
      `${row.socialAccountId} ${row.fanId}`,
      row.verdict,
    ]),
  );
  const outcomes: Outcome[] = [];
  for (const meeting of meetings) {
    const key = `${meeting.socialAccountId} ${meeting.fanId}`;
    const known = verdicts.get(key);
    const verdict = known ?? (await decide(tx, meeting));
    verdicts.set(key, verdict);
    outcomes.push({ fanId: meeting.fanId, verdict, fresh: known === undefined });
  }
  return outcomes;
}

function personOf(encounter: Encounter): store.Person {
  const { workspaceId, platform, platformUserId } = encounter;
  const scope = platforms[platform].identityScope === 'account' ? encounter.socialAccountId : '';
  return { workspaceId, platform, scope, platformUserId };
}

const keyOf = (person: store.Person) =>
  JSON.stringify([person.workspaceId, person.platform, person.scope, person.platformUserId]);
const personKey = (encounter: Encounter) => keyOf(personOf(encounter));

async function identify(tx: Tx, encounters: readonly Encounter[]): Promise<Map<string, string>> {
  const people = new Map(
    encounters.map((encounter) => [
      personKey(encounter),
      { ...personOf(encounter), displayName: encounter.displayName },
    ]),
  );
  const fanIds = new Map<string, string>();
  const learn = (known: readonly store.KnownPerson[]) => {
    for (const person of known) fanIds.set(keyOf(person), person.fanId);
  };
  learn(await store.findPeople(tx, [...people.values()]));
  const strangers = [...people].filter(([key]) => !fanIds.has(key)).map(([, person]) => person);
  if (strangers.length > 0) learn(await store.insertPeople(tx, strangers));
  return fanIds;
}

async function decide(tx: Tx, meeting: Encounter & { fanId: string }): Promise<Verdict> {
  const id = newId();
  const earlier = await store.claimSighting(tx, { ...meeting, verdictId: id });
  const { verdict, rule } = judge({ history: meeting.history, seenBefore: earlier !== null });
  const row = {
    ...meeting,
    id,
    verdict,
    rule,
    scope: scopeKey(meeting.dedupeScope, meeting.subAccountId),
    matchedVerdictId: earlier,
    decidedAt: meeting.at,
  };
  if (await store.insertVerdict(tx, row)) {
    await store.countVerdict(tx, row);
    return verdict;
  }
  const [standing] = await store.findVerdicts(tx, [meeting]);
  return standing?.verdict ?? verdict;
}

function required(map: ReadonlyMap<string, string>, key: string): string {
  const value = map.get(key);
  if (value === undefined) throw new Error('a person without an identity after one was made');
  return value;
}
