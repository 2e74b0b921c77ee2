/** Pairings in memory, advanced by the test. */
import * as channelsApi from '@parley/contract/channels';
import { FixtureRefusal, getItem, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { someSocialAccount } from './samples.ts';
import type { SocialAccountWorld } from './social-account-changes.ts';

/** All pairings started so far, in order; a test changes them. */
export type PairingWorld = Pick<SocialAccountWorld, 'socialAccounts' | 'pairings' | 'subAccounts'>;

/** Adds the paired account. */
export function pairedAccount(world: PairingWorld, name = 'Phone'): channelsApi.SocialAccount {
  const account = someSocialAccount({ id: sampleId(3, 200), platform: 'whatsapp', name, pairs: true });
  world.socialAccounts.unshift(account);
  return account;
}

export function pairingRoutes(world: PairingWorld): Route[] {
  const find = (id: string) => getItem(world.pairings, (one) => one.id === id);
  const begin = (): channelsApi.AccountPairing => {
    const pairing: channelsApi.AccountPairing = {
      id: sampleId(31, world.pairings.length + 1),
      platform: 'whatsapp',
      state: 'waiting',
      reason: null,
      code: null,
      account: null,
    };
    world.pairings.push(pairing);
    return pairing;
  };
  return [
    route(channelsApi.startAccountPairing, ({ body }) => {
      if (body.values.deviceName === 'full')
        throw new FixtureRefusal('channel.pairings-limit', { limit: String(channelsApi.maxPairings) });
      return begin();
    }),
    route(channelsApi.pairAccountAgain, () => begin()),
    route(channelsApi.accountPairingNow, ({ params }) => ({ ...find(params.pairingId) })),
    route(channelsApi.cancelAccountPairing, ({ params }) =>
      Object.assign(find(params.pairingId), { state: 'cancelled' as const, code: null }),
    ),
  ];
}
