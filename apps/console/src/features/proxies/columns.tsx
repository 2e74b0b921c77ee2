import type { InterfaceLanguage } from '@parley/contract';
import type { StoredProxy } from '@parley/contract/proxies';
import { ForeignText, type Formats, interfaceLanguageOf, Moment, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SubAccountNames } from '../../entities/sub-accounts/SubAccountNames.tsx';
import { countryName } from '../../lib/countries.ts';
import { timeAgo } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Column } from '../../ui/list/description.ts';
import { ProxyStatus } from './ProxyStatus.tsx';
import { protocolNames } from './protocol-names.ts';
import { shownAddress } from './proxy-address.ts';

type ProxyColumn = Column<StoredProxy>;

type Means = {
  t: TFunction;
  formats: Formats;
  language: InterfaceLanguage;
  now: number;
  testing: ReadonlySet<string>;
};

function access({ t }: Means): ProxyColumn[] {
  return [
    {
      key: 'name',
      title: t('proxies.name'),
      sort: 'name',
      width: 140,
      render: ({ name }) => <ForeignText>{name}</ForeignText>,
    },
    {
      key: 'protocol',
      title: t('proxies.protocol'),
      width: 90,
      render: ({ networkProtocol }) => <Tag>{protocolNames[networkProtocol]}</Tag>,
    },
    {
      key: 'address',
      title: t('proxies.address'),
      width: 210,
      render: (proxy) => <span className="code proxy-host">{shownAddress(proxy)}</span>,
    },
    {
      key: 'userName',
      minor: true,
      title: t('proxies.userName'),
      width: 110,
      render: ({ proxyUserName }) => <ForeignText className="clip">{proxyUserName}</ForeignText>,
    },
    {
      key: 'range',
      title: t('proxies.range'),
      width: 150,
      render: ({ range, subAccountIds, subAccountNames }) =>
        range === 'all' ? (
          t('proxies.rangeAll')
        ) : (
          <SubAccountNames names={subAccountNames} total={subAccountIds.length} />
        ),
    },
  ];
}

function findings({ t, formats, language, now, testing }: Means): ProxyColumn[] {
  return [
    {
      key: 'status',
      sort: 'latency',
      title: t('proxies.statusName'),
      width: 170,
      render: (proxy) => <ProxyStatus proxy={proxy} testing={testing.has(proxy.id)} />,
    },
    {
      key: 'region',
      title: t('proxies.region'),
      width: 110,
      render: ({ region }) => (region === null ? null : countryName(region, language)),
    },
    {
      key: 'exit',
      minor: true,
      title: t('proxies.exitAddress'),
      width: 130,
      render: ({ exitAddress }) => <span className="code">{exitAddress}</span>,
    },
    {
      key: 'accounts',
      title: t('proxies.socialAccounts'),
      width: 110,
      align: 'right',
      className: 'numeric',
      render: ({ socialAccounts }) => formats.number(socialAccounts),
    },
    {
      key: 'tested',
      sort: 'testedAt',
      title: t('proxies.tested'),
      width: 120,
      render: ({ testedAt }) =>
        testedAt === null ? null : <Moment at={testedAt}>{timeAgo(testedAt, now, language)}</Moment>,
    },
  ];
}

/** Update interval of the displayed relative times, in ms; their smallest unit is the minute. */
const updateMs = 30_000;

/** Returns the columns for the access to a proxy, who may use it, and its last test result. */
export function useProxyColumns({ testing }: Pick<Means, 'testing'>): readonly ProxyColumn[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  const now = useNow(updateMs);
  return useMemo(() => {
    const means = { t, formats, language, now, testing };
    return [...access(means), ...findings(means)];
  }, [t, formats, language, now, testing]);
}
