import { shareStatus } from '@parley/contract/work-order-shares';
import { useTranslation } from 'react-i18next';
import { useWorkOrderFilter } from '../../entities/work-orders/use-work-order-filter.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import type { ShareFilters } from './queries.ts';

// i18n-keys: shareLinks.status.*

/** Returns the filters besides the search: work order and status. */
export function useShareFilters(
  { workOrderId, status }: ShareFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const workOrder = useWorkOrderFilter({ workOrderId }, onFilter);
  return [
    workOrder,
    selectFilter({
      name: 'status',
      label: t('workOrderShares.statusName'),
      value: status,
      options: shareStatus.options.map((value) => ({ value, label: t(`shareLinks.status.${value}`) })),
      onFilter,
    }),
  ];
}
