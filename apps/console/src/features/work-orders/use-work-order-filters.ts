import { workOrderStatus } from '@parley/contract/work-orders';
import { useTranslation } from 'react-i18next';
import { usePlatformFilter } from '../../entities/platforms/use-platform-filter.ts';
import { useSubAccountFilter } from '../../entities/sub-accounts/use-sub-account-filter.tsx';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import type { WorkOrderFilters } from './queries.ts';

/** Returns the filters besides the search: platform, sub-account and status. */
export function useWorkOrderFilters(
  filters: WorkOrderFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  return [
    usePlatformFilter(filters, onFilter),
    useSubAccountFilter(filters, onFilter),
    selectFilter({
      name: 'status',
      label: t('workOrders.status'),
      value: filters.status,
      options: workOrderStatus.options.map((value) => ({
        value,
        label: value === 'open' ? t('workOrders.open') : t('workOrders.closed'),
      })),
      onFilter,
    }),
  ];
}
