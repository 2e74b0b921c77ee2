import { proxyProtocol, proxyStatus } from '@parley/contract/proxies';
import { useTranslation } from 'react-i18next';
import { useSubAccountFilter } from '../../entities/sub-accounts/use-sub-account-filter.tsx';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { protocolNames } from './protocol-names.ts';
import type { ProxyFilters } from './queries.ts';

// i18n-keys: proxies.status.*

/** Returns the filters besides the search: protocol, status and permitted sub-account. */
export function useProxyFilters(
  filters: ProxyFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const subAccount = useSubAccountFilter(filters, onFilter);
  return [
    selectFilter({
      name: 'networkProtocol',
      label: t('proxies.protocol'),
      value: filters.networkProtocol,
      options: proxyProtocol.options.map((value) => ({ value, label: protocolNames[value] })),
      onFilter,
    }),
    selectFilter({
      name: 'status',
      label: t('proxies.statusName'),
      value: filters.status,
      options: proxyStatus.options.map((value) => ({ value, label: t(`proxies.status.${value}`) })),
      onFilter,
    }),
    subAccount,
  ];
}
