import type { AnswerOf } from '@parley/contract';
import type { StoredProxy, tryProxy } from '@parley/contract/proxies';
import type { ExitCheckOutcome } from './exit-check.ts';
import type { ProxyItem } from './queries.ts';

/** Presents a proxy without its password, which is in no answer. */
export function presentProxy(item: ProxyItem): StoredProxy {
  return {
    id: item.id,
    name: item.name,
    networkProtocol: item.networkProtocol,
    host: item.host,
    port: item.port,
    proxyUserName: item.proxyUserName,
    range: item.range,
    subAccountIds: item.subAccountIds,
    subAccountNames: item.subAccountNames,
    status: item.status,
    latency: item.latency,
    region: item.region,
    exitAddress: item.exitAddress,
    problem: item.problem,
    testedAt: item.testedAt?.getTime() ?? null,
    socialAccounts: item.socialAccounts,
    version: item.version,
    createdAt: item.createdAt.getTime(),
  };
}

export function presentOutcome(outcome: ExitCheckOutcome): AnswerOf<typeof tryProxy> {
  return { ...outcome, testedAt: outcome.testedAt.getTime() };
}
