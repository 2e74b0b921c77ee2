import { portMode, subAccountStatus } from '@parley/contract/sub-accounts';
import { useTranslation } from 'react-i18next';
import { usePlatformFilter } from '../../entities/platforms/use-platform-filter.ts';
import { characterKinds, type SubAccountFilters, sessionKinds } from '../../entities/sub-accounts/queries.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';

// i18n-keys: subAccounts.statuses.* subAccounts.characterKinds.* subAccounts.portModes.* subAccounts.sessionKinds.*

/** Returns the filters besides the search. */
export function useSubAccountFilters(
  filters: SubAccountFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const platform = usePlatformFilter(filters, onFilter);
  return [
    selectFilter({
      name: 'status',
      label: t('subAccounts.status'),
      value: filters.status,
      options: subAccountStatus.options.map((value) => ({
        value,
        label: t(`subAccounts.statuses.${value}`),
      })),
      onFilter,
    }),
    platform,
    selectFilter({
      name: 'characters',
      label: t('subAccounts.characters'),
      value: filters.characters,
      options: characterKinds.map((value) => ({ value, label: t(`subAccounts.characterKinds.${value}`) })),
      onFilter,
    }),
    selectFilter({
      name: 'portMode',
      label: t('subAccounts.portMode'),
      value: filters.portMode,
      options: portMode.options.map((value) => ({ value, label: t(`subAccounts.portModes.${value}`) })),
      onFilter,
    }),
    selectFilter({
      name: 'sessions',
      label: t('subAccounts.sessions'),
      value: filters.sessions,
      options: sessionKinds.map((value) => ({ value, label: t(`subAccounts.sessionKinds.${value}`) })),
      onFilter,
    }),
  ];
}
