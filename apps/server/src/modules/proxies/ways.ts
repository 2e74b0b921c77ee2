/** Which way each social account takes to its platform. */
import type { SecretBox } from '../../base/crypto/secrets.ts';
import type { Handle } from '../../base/db/database.ts';
import type { Network } from '../../base/network.ts';
import { ProxyFailure, viaProxy } from '../../base/network-via.ts';
import { type AccountWay, type ProxyOfAccount, readWays } from './queries.ts';

/** `missing`: it was given a proxy that is gone, or that is not for its sub-account any more. */
export type Way =
  | { kind: 'direct' }
  | {
      kind: 'proxy';
      proxyId: string;
      name: string;
      /** Moves when the proxy is reached in another way: what is open was opened the old way. */
      version: number;
      network: Network;
    }
  | { kind: 'missing' };

export type Ways = (handle: Handle, accounts: readonly AccountWay[]) => Promise<ReadonlyMap<string, Way>>;

/** Null: it is under a key that this installation has lost. */
export function readPassword(secrets: SecretBox, proxy: { id: string; password: string }): string | null {
  try {
    return secrets.open(proxy.password, `proxy ${proxy.id}`);
  } catch {
    return null;
  }
}

export const passwordLost = () => new ProxyFailure('proxy-password-lost');

export function sealPassword(secrets: SecretBox, id: string, password: string): string {
  return secrets.seal(password, `proxy ${id}`);
}

function brokenNetwork(why: () => ProxyFailure): Network {
  const refuse = () => Promise.reject(why());
  return { fetch: refuse, connect: refuse };
}

/** Networks are kept, so that those who go through one proxy share its open connections. */
const mostKept = 4_000;

export function createWays({
  network,
  secrets,
}: {
  network: Pick<Network, 'connect'>;
  secrets: SecretBox;
}): Ways {
  const kept = new Map<string, Network>();

  function networkOf(proxy: ProxyOfAccount): Network {
    const key = `${proxy.id} ${proxy.wayVersion}`;
    const known = kept.get(key);
    if (known) return known;
    const proxyPassword = readPassword(secrets, proxy);
    // One that is lost must not keep the accounts of the others offline.
    const made =
      proxyPassword === null ? brokenNetwork(passwordLost) : viaProxy(network, { ...proxy, proxyPassword });
    kept.set(key, made);
    // The oldest goes; whoever goes through it keeps it.
    for (const old of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(old);
    }
    return made;
  }

  return async (handle, accounts) => {
    const found = await readWays(handle, accounts);
    return new Map(
      accounts.map((account): [string, Way] => {
        const proxy = found.get(account.id);
        if (!proxy) return [account.id, { kind: account.proxyMode === 'chosen' ? 'missing' : 'direct' }];
        const { id: proxyId, name, wayVersion: version } = proxy;
        return [account.id, { kind: 'proxy', proxyId, name, version, network: networkOf(proxy) }];
      }),
    );
  };
}
