/** Recognises people by their phone numbers, where platforms give them and the owner wants it. */
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type MergeRequest, mergeFans } from '../merges/service.ts';
import { holdFans } from '../store.ts';
import { phoneKey } from './phone-key.ts';
import { areKeptApart, findPhones, type GivenPhone, insertPhones } from './store.ts';

/** A message of a known person, with the number that its platform gave. */
type Writing = {
  workspaceId: WorkspaceId;
  fanId: string;
  ownFanId: string;
  phone?: string | null;
  at: number;
};
type Given = GivenPhone & { at: number };

export const sqlPhones = { findPhones, insertPhones, areKeptApart, holdFans, mergeFans };
export type PhoneStore = typeof sqlPhones;

/**
 * Keeps the numbers as identities of the people who write, and merges those to whom the same number was given into the one
 * who had it first. Returns whether the people have to be looked for again. Numbers that are known cost one query, none costs
 * nothing.
 */
export async function joinByPhone(tx: Tx, writings: readonly Writing[], store: PhoneStore): Promise<boolean> {
  const given = numbersOf(writings);
  if (given.length === 0) return false;
  const known = new Map((await store.findPhones(tx, given)).map((it) => [nameOf(it), it]));
  const unknown = given.filter((it) => !known.has(nameOf(it)));
  if (unknown.length > 0) {
    const held = await store.holdFans(tx, unknown);
    if (!unknown.every(({ ownFanId }) => held.has(ownFanId))) return true;
    if (!(await store.insertPhones(tx, unknown))) return true;
  }
  for (const it of given) {
    const holder = known.get(nameOf(it));
    if (!holder?.merging || holder.fanId === it.fanId) continue;
    // The others may be fans of the merged person by now.
    if (await merge(tx, store, holder.fanId, it)) return true;
  }
  return false;
}

/** False: the owner has taken the two apart before, or the person would be made of too many. */
async function merge(tx: Tx, store: PhoneStore, keptFanId: string, it: Given): Promise<boolean> {
  const { workspaceId, fanId: mergedFanId, at } = it;
  if (await store.areKeptApart(tx, workspaceId, [keptFanId, mergedFanId])) return false;
  const request: MergeRequest = {
    workspaceId,
    keptFanId,
    mergedFanId,
    reason: 'phone',
    mergedBy: null,
    at,
  };
  return (await store.mergeFans(tx, request)).ok;
}

const nameOf = ({ workspaceId, key }: Pick<Given, 'workspaceId' | 'key'>) => `${workspaceId} ${key}`;

/** Each number of each person once. */
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
