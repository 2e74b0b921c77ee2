import { type KeptProxy, proxyProtocol, proxyStatus } from '@parley/contract/proxies';
import { useClear } from '@parley/ui';
import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { protocolNames } from './protocol-names.ts';
import type { ProxyFilters } from './queries.ts';

// i18n-keys: proxies.status.*

type Properties = {
  filters: ProxyFilters;
  onChange: (patch: FilterPatch) => void;
  /** The control that filters by sub-account. */
  subAccountField: ReactElement;
};

/** What narrows the table besides its search: protocol, status, and whose social accounts may use it. */
export function ProxyFilterBar({ filters, onChange, subAccountField }: Properties) {
  const clear = useClear();
  const { t } = useTranslation();
  return (
    <>
      <Select<KeptProxy['networkProtocol']>
        allowClear={clear}
        className="filter"
        aria-label={t('proxies.protocol')}
        placeholder={t('proxies.protocol')}
        value={filters.networkProtocol ?? null}
        onChange={(networkProtocol) => onChange({ networkProtocol })}
        options={proxyProtocol.options.map((value) => ({ value, label: protocolNames[value] }))}
      />
      <Select<KeptProxy['status']>
        allowClear={clear}
        className="filter"
        aria-label={t('proxies.statusName')}
        placeholder={t('proxies.statusName')}
        value={filters.status ?? null}
        onChange={(status) => onChange({ status })}
        options={proxyStatus.options.map((value) => ({ value, label: t(`proxies.status.${value}`) }))}
      />
      {subAccountField}
    </>
  );
}
