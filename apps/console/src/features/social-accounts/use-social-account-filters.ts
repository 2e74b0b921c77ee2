import { accountStatusFilter } from '@parley/contract/channels';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePlatformFilter } from '../../entities/platforms/use-platform-filter.ts';
import { useSubAccountFilter } from '../../entities/sub-accounts/use-sub-account-filter.tsx';
import { useClient } from '../../lib/session-context.tsx';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { platformInfos, type SocialAccountFilters } from './queries.ts';

// i18n-keys: socialAccounts.state.*

/** Returns the filters besides the search: platform, sub-account and state. */
export function useSocialAccountFilters(
  filters: SocialAccountFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const known = useQuery(platformInfos(useClient())).data ?? [];
  const offered = known.filter(({ available }) => available).map(({ id }) => id);
  const platform = usePlatformFilter(filters, onFilter, offered);
  const subAccount = useSubAccountFilter(filters, onFilter);
  return [
    platform,
    subAccount,
    selectFilter({
      name: 'state',
      label: t('socialAccounts.stateName'),
      value: filters.state,
      options: accountStatusFilter.options.map((value) => ({
        value,
        label: t(`socialAccounts.state.${value}`),
      })),
      onFilter,
    }),
  ];
}
