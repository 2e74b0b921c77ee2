/** Decides how each social account reaches its platform: directly or through one of the owner’s proxies. */
import type { SecretBox } from '../../base/crypto/secrets.ts';
import type { Handle } from '../../base/db/database.ts';
import type { Network } from '../../base/network.ts';
import { ProxyFailure, proxiedNetwork } from '../../base/proxied-network.ts';
import { type EgressAccount, type ProxyOfAccount, readEgressProxies } from './queries.ts';

/** `missing`: the assigned proxy was deleted, or no longer covers the sub-account. */
export type Egress =
  | { kind: 'direct' }
  | {
      kind: 'proxy';
      proxyId: string;
      name: string;
      /** Increases when the address or credentials of the proxy change: connections opened before used the old ones. */
      version: number;
      network: Network;
    }
  | { kind: 'missing' };

export type FindEgress = (
  handle: Handle,
  accounts: readonly EgressAccount[],
) => Promise<ReadonlyMap<string, Egress>>;

/** Returns null when the password was encrypted with a key that this installation no longer has. */
export function readPassword(secrets: SecretBox, proxy: { id: string; password: string }): string | null {
  try {
    return secrets.open(proxy.password, `proxy ${proxy.id}`);
  } catch {
    return null;
  }
}

export const passwordLostFailure = () => new ProxyFailure('proxy-password-lost');

export function sealPassword(secrets: SecretBox, id: string, password: string): string {
  return secrets.seal(password, `proxy ${id}`);
}

function brokenNetwork(why: () => ProxyFailure): Network {
  const refuse = () => Promise.reject(why());
  return { fetch: refuse, connect: refuse };
}

/** Size of the cache of networks, through which accounts behind one proxy share its open connections. */
const maxKept = 4_000;

export function createFindEgress({
  network,
  secrets,
}: {
  network: Pick<Network, 'connect'>;
  secrets: SecretBox;
}): FindEgress {
  const kept = new Map<string, Network>();

  function networkOf(proxy: ProxyOfAccount): Network {
    const key = `${proxy.id} ${proxy.wayVersion}`;
    const known = kept.get(key);
    if (known) return known;
    const proxyPassword = readPassword(secrets, proxy);
    // A lost password fails on use, so that accounts behind other proxies still connect.
    const made =
      proxyPassword === null
        ? brokenNetwork(passwordLostFailure)
        : proxiedNetwork(network, { ...proxy, proxyPassword });
    kept.set(key, made);
    // Accounts that use the evicted network keep their reference.
    for (const old of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(old);
    }
    return made;
  }

  return async (handle, accounts) => {
    const found = await readEgressProxies(handle, accounts);
    return new Map(
      accounts.map((account): [string, Egress] => {
        const proxy = found.get(account.id);
        if (!proxy) return [account.id, { kind: account.proxyMode === 'chosen' ? 'missing' : 'direct' }];
        const { id: proxyId, name, wayVersion: version } = proxy;
        return [account.id, { kind: 'proxy', proxyId, name, version, network: networkOf(proxy) }];
      }),
    );
  };
}
