/** Recognizes people by their phone numbers, if platforms provide them and the owner enables it. */
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { mergeFans } from '../merges/service.ts';
import { lockFansAgainstMerges } from '../store.ts';
import { phoneKey } from './phone-key.ts';
import {
  findPhones,
  type GivenPhone,
  hasUndoneMerge,
  insertPhones,
  type KnownPhone,
  lockFans,
  lockPhones,
} from './store.ts';

/** A message of a known person, with the number provided by its platform. */
type Writing = {
  workspaceId: WorkspaceId;
  fanId: string;
  ownFanId: string;
  phone?: string | null;
  at: number;
};
type Given = GivenPhone & { at: number };

export const sqlPhones = {
  findPhones,
  lockPhones,
  lockFans,
  insertPhones,
  hasUndoneMerge,
  lockFansAgainstMerges,
  mergeFans,
};
export type PhoneStore = typeof sqlPhones;

/**
 * Stores the numbers as identities of their writers, and merges people with the same number into the one who had it first.
 * Returns true if the people must be looked up again. Known numbers cost one query; without numbers there is no cost.
 */
export async function mergeFansByPhone(
  tx: Tx,
  writings: readonly Writing[],
  store: PhoneStore,
): Promise<boolean> {
  const given = numbersOf(writings);
  if (given.length === 0) return false;
  const known = await find(tx, store, given);
  const joining = await joiningOf(tx, store, given, known);
  if (joining.length === 0) return false;
  // Locks all numbers before any people, so that concurrent batches with the same people wait instead of deadlocking.
  const [, present] = await Promise.all([store.lockPhones(tx, joining), find(tx, store, joining)]);
  if (joining.some((it) => present.get(nameOf(it))?.fanId !== known.get(nameOf(it))?.fanId)) return true;
  // Includes people of the batch who are only at a first encounter: they are locked later, and one may sort before these.
  const people = [...writings, ...joining.flatMap((it) => known.get(nameOf(it)) ?? [])];
  const [, held] = await Promise.all([store.lockFans(tx, people), store.lockFansAgainstMerges(tx, joining)]);
  if (!joining.every(({ ownFanId }) => held.has(ownFanId))) return true;
  const unknown = joining.filter((it) => !known.has(nameOf(it)));
  // If several people in this batch have it, the first one gets it.
  if (unknown.length > 0 && !(await store.insertPhones(tx, unknown))) return true;
  return mergeAll(tx, store, joining, known);
}

type Known = ReadonlyMap<string, KnownPhone>;

const find = async (tx: Tx, store: PhoneStore, given: readonly Given[]): Promise<Known> =>
  new Map((await store.findPhones(tx, given)).map((it) => [nameOf(it), it]));

/** Returns the writers whose number is new, or belongs to another person they must be merged into. */
async function joiningOf(tx: Tx, store: PhoneStore, given: readonly Given[], known: Known): Promise<Given[]> {
  const joining: Given[] = [];
  for (const it of given) {
    const holder = known.get(nameOf(it));
    const isOther = holder?.merging && holder.fanId !== it.fanId;
    if (holder === undefined) joining.push(it);
    else if (isOther && !(await store.hasUndoneMerge(tx, it.workspaceId, [holder.fanId, it.fanId])))
      joining.push(it);
  }
  return joining;
}

/**
 * Merges each into the holder of their number, unless the person would consist of too many fans. Returns whether any was merged.
 */
async function mergeAll(
  tx: Tx,
  store: PhoneStore,
  joining: readonly Given[],
  known: Known,
): Promise<boolean> {
  const keptOf = new Map<string, string>();
  const topmostOf = (fanId: string): string => {
    const kept = keptOf.get(fanId);
    return kept === undefined ? fanId : topmostOf(kept);
  };
  for (const it of joining) {
    const { workspaceId, at } = it;
    const mergedFanId = topmostOf(it.fanId);
    const keptFanId = topmostOf(known.get(nameOf(it))?.fanId ?? it.fanId);
    if (keptFanId === mergedFanId) continue;
    // Earlier merges of this batch may have created a person that the owner has kept apart from the other.
    const isNews = keptOf.size > 0;
    if (isNews && (await store.hasUndoneMerge(tx, workspaceId, [keptFanId, mergedFanId]))) continue;
    const merge = { workspaceId, keptFanId, mergedFanId, reason: 'phone', mergedBy: null, at } as const;
    if ((await store.mergeFans(tx, merge)).ok) keptOf.set(mergedFanId, keptFanId);
  }
  return keptOf.size > 0;
}

const nameOf = ({ workspaceId, key }: Pick<Given, 'workspaceId' | 'key'>) => `${workspaceId} ${key}`;

/** Returns each number of each person once. */
function numbersOf(writings: readonly Writing[]): Given[] {
  const given = new Map<string, Given>();
  for (const { workspaceId, fanId, ownFanId, phone, at } of writings) {
    const key = phone ? phoneKey(phone) : null;
    if (key === null) continue;
    const it = { workspaceId, key, fanId, ownFanId, at };
    given.set(`${nameOf(it)} ${fanId}`, it);
  }
  return [...given.values()];
}
