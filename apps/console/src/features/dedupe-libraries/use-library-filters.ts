import { useTranslation } from 'react-i18next';
import { usePlatformFilter } from '../../entities/platforms/use-platform-filter.ts';
import { useSubAccountFilter } from '../../entities/sub-accounts/use-sub-account-filter.tsx';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import type { LibraryFilters } from './queries.ts';

/** Returns the filters besides the search: platform, status and the sub-account to which a library applies. */
export function useLibraryFilters(
  filters: LibraryFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const platform = usePlatformFilter(filters, onFilter);
  const subAccount = useSubAccountFilter(filters, onFilter);
  return [
    platform,
    selectFilter({
      name: 'enabled',
      label: t('dedupeLibraries.state'),
      value: filters.enabled,
      options: [
        { value: 'true', label: t('dedupeLibraries.enabled') },
        { value: 'false', label: t('dedupeLibraries.disabled') },
      ],
      onFilter,
    }),
    subAccount,
  ];
}
