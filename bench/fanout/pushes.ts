/** Measures three ways in which an event reaches desks, each from the time at which it was due. */

import { poll } from '@parley/testing';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import { monotonic } from '../kit/monotonic.ts';
import { clock } from '../server-under-test/phase.ts';
import type { Crowd, Received } from './crowd.ts';

/** Number of the first sub-account's desks; the others have one each. */
export const teamSize = 50;

/** Causes an event for the sub-accounts with these indexes, at once. */
export type TriggerEvent = (subAccounts: readonly number[], due: number) => void;

export type Pushes = { toOne: Received; toTeam: Received; toAll: Received };

/** `subAccounts`: the number of sub-accounts whose desks are connected. */
export async function measurePushes(
  crowd: Crowd,
  subAccounts: number,
  seconds: number,
  happen: TriggerEvent,
): Promise<Pushes> {
  const random = seededRandom(subAccounts);
  const flow = async (perSecond: number, pick: () => number, desks: number): Promise<Received> => {
    await crowd.begin();
    let sent = 0;
    await arrive(clock, { perSecond, seconds, random }, (due) => {
      sent += due.length;
      for (const moment of due) happen([pick()], moment);
    });
    return crowd.finish(sent * desks);
  };
  const toOne = await flow(50, () => 1 + Math.floor(random() * (subAccounts - 1)), 1);
  const toTeam = await flow(10, () => 0, teamSize);
  const everybody = Array.from({ length: subAccounts }, (_, index) => index);
  await crowd.begin();
  const rounds = Math.max(2, Math.round(seconds / 2));
  for (let round = 1; round <= rounds; round += 1) {
    happen(everybody, monotonic());
    await poll(async () => (await crowd.count()) >= round * crowd.size(), 10_000);
  }
  return { toOne, toTeam, toAll: await crowd.finish(rounds * crowd.size()) };
}
