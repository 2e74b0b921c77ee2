import type { Tx } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import type { FanVerdict } from '../../schema/fans.ts';
import { scopeKey } from './fan-verdict.ts';
import type { FanStore } from './service.ts';
import type { FanClaim, KnownPerson, Meeting, NewVerdict, Person, Writer } from './store.ts';

const personKey = ({ workspaceId, platform, scope, platformUserId }: Person) =>
  [workspaceId, platform, scope, platformUserId].join(' ');
const meetingKey = (it: { socialAccountId: string; fanId: string }) => `${it.socialAccountId} ${it.fanId}`;

/** Keeps fans in memory as the database would for one transaction; what others commit meanwhile is put in by a test. */
export class FakeFanStore implements FanStore {
  /** The functions that were called, in order. */
  readonly calls: string[] = [];
  readonly counted: NewVerdict[] = [];
  readonly #people = new Map<string, KnownPerson>();
  readonly #sightings = new Map<string, string>();
  readonly #verdicts = new Map<string, FanVerdict>();
  readonly #meanwhile = new Map<string, () => void>();

  /** Has something happen right before the next call of a function: what another transaction commits meanwhile. */
  before(name: keyof FanStore, happens: () => void): void {
    this.#meanwhile.set(name, happens);
  }

  people(): KnownPerson[] {
    return [...this.#people.values()];
  }

  fanIdOf(platformUserId: string): string | undefined {
    return this.people().find((person) => person.platformUserId === platformUserId)?.fanId;
  }

  deletePerson(platformUserId: string): void {
    for (const person of this.people()) {
      if (person.platformUserId === platformUserId) this.#people.delete(personKey(person));
    }
  }

  addVerdict(meeting: Pick<Meeting, 'fanId' | 'socialAccountId'>, verdict: FanVerdict): void {
    this.#verdicts.set(meetingKey(meeting), verdict);
  }

  findWriters = async (_: Tx, writers: readonly Writer[]) => {
    this.#called('findWriters');
    return writers.flatMap((writer) => {
      const known = this.#people.get(personKey(writer));
      if (!known) return [];
      const meeting = { ...known, socialAccountId: writer.socialAccountId };
      return [{ ...meeting, verdict: this.#verdicts.get(meetingKey(meeting)) ?? null }];
    });
  };

  insertPeople = async (_: Tx, people: readonly Person[]) => {
    this.#called('insertPeople');
    for (const { workspaceId, platform, scope, platformUserId } of people) {
      const person = { workspaceId, platform, scope, platformUserId, fanId: newId() };
      if (this.#people.has(personKey(person))) throw new Error('a person with an identity is no stranger');
      this.#people.set(personKey(person), person);
    }
    return this.#find(people);
  };

  holdFans = async (_: Tx, fans: readonly Pick<KnownPerson, 'fanId'>[]) => {
    this.#called('holdFans');
    const known = new Set(this.people().map(({ fanId }) => fanId));
    return new Set(fans.map(({ fanId }) => fanId).filter((id) => known.has(id)));
  };

  findDedupeScopes = async (_: Tx, places: readonly Pick<Meeting, 'subAccountId'>[]) => {
    this.#called('findDedupeScopes');
    return new Map(places.map(({ subAccountId }) => [subAccountId, 'workspace' as const]));
  };

  findVerdicts = async (_: Tx, meetings: readonly Meeting[]) => {
    this.#called('findVerdicts');
    return meetings.flatMap(({ fanId, socialAccountId }) => {
      const verdict = this.#verdicts.get(meetingKey({ fanId, socialAccountId }));
      return verdict === undefined ? [] : [{ fanId, socialAccountId, verdict }];
    });
  };

  claimSightings = async (_: Tx, claims: readonly FanClaim[]) => {
    this.#called('claimSightings');
    return new Map(claims.map((claim) => [claim.verdictId, this.#claim(claim)]));
  };

  insertVerdicts = async (_: Tx, verdicts: readonly NewVerdict[]) => {
    this.#called('insertVerdicts');
    const stored = verdicts.filter((row) => !this.#verdicts.has(meetingKey(row)));
    for (const row of stored) this.#verdicts.set(meetingKey(row), row.verdict);
    return new Set(stored.map(({ verdictId }) => verdictId));
  };

  countVerdicts = async (_: Tx, verdicts: readonly NewVerdict[]) => {
    this.#called('countVerdicts');
    this.counted.push(...verdicts);
  };

  #called(name: keyof FanStore): void {
    this.calls.push(name);
    this.#meanwhile.get(name)?.();
    this.#meanwhile.delete(name);
  }

  #find(people: readonly Person[]): KnownPerson[] {
    return people.flatMap((person) => this.#people.get(personKey(person)) ?? []);
  }

  #claim({ fanId, subAccountId, verdictId, dedupeScope }: FanClaim): string {
    for (const scope of ['workspace', subAccountId]) {
      const key = `${scope} ${fanId}`;
      if (!this.#sightings.has(key)) this.#sightings.set(key, verdictId);
    }
    return this.#sightings.get(`${scopeKey(dedupeScope, subAccountId)} ${fanId}`) ?? verdictId;
  }
}
