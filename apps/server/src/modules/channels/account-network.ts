import type { Network } from '../../base/network.ts';
import type { EgressAccount } from '../proxies/index.ts';
import type { ConnectionsDeps } from './session/reconcile.ts';

/** Returns the account's egress; null when the proxy it was given no longer exists. */
export async function networkOf(
  { database, proxies, network }: Pick<ConnectionsDeps, 'database' | 'proxies' | 'network'>,
  account: EgressAccount,
): Promise<Network | null> {
  const egress = (await proxies.findEgress(database, [account])).get(account.id);
  if (egress?.kind === 'proxy') return egress.network;
  return egress?.kind === 'direct' ? network : null;
}
