import type { InterfaceLanguage } from '@parley/contract';
import type { KeptProxy } from '@parley/contract/proxies';
import type { TFunction } from 'i18next';
import { countryName } from '../../lib/countries.ts';
import { csvOf } from '../../lib/csv.ts';
import { protocolNames } from './protocol-names.ts';

// i18n-keys: proxies.status.*

type Texts = { t: TFunction; language: InterfaceLanguage; faultOf(problem: string): string | null };

/** The list as a file, in the reader's language. Passwords are nowhere but on the server. */
export function proxiesCsv(proxies: readonly KeptProxy[], { t, language, faultOf }: Texts): string {
  const head = [
    t('proxies.name'),
    t('proxies.protocol'),
    t('proxies.host'),
    t('proxies.port'),
    t('proxies.userName'),
    t('proxies.rangeShort'),
    t('proxies.statusName'),
    t('proxies.latencyMs'),
    t('proxies.region'),
    t('proxies.exitAddress'),
    t('proxies.problem'),
    t('proxies.socialAccounts'),
    t('proxies.tested'),
  ];
  const rows = proxies.map((proxy) => [
    proxy.name,
    protocolNames[proxy.networkProtocol],
    proxy.host,
    proxy.port,
    proxy.proxyUserName,
    proxy.range === 'all'
      ? t('proxies.rangeAll')
      : t('proxies.subAccountCount', { count: proxy.subAccountIds.length }),
    t(`proxies.status.${proxy.status}`),
    proxy.latency === null ? null : proxy.latency,
    proxy.region === null ? null : countryName(proxy.region, language),
    proxy.exitAddress,
    proxy.problem === null ? null : (faultOf(proxy.problem) ?? proxy.problem),
    proxy.socialAccounts,
    proxy.testedAt === null ? null : new Date(proxy.testedAt).toISOString(),
  ]);
  return csvOf([head, ...rows]);
}
