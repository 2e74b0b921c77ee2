import { type PlatformId, platformIds, platforms } from '@parley/contract/catalogues';
import { interfaceLanguageOf } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';

type Filters = { platform?: PlatformId | undefined };

/**
 * A filter by one platform.
 *
 * @param offered left out: all of them
 */
export function usePlatformFilter(
  { platform }: Filters,
  onFilter: (patch: FilterPatch) => void,
  offered: readonly PlatformId[] = platformIds,
): Filter {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return selectFilter({
    name: 'platform',
    label: t('table.platform'),
    value: platform,
    options: offered.map((one) => ({ value: one, label: platforms[one].names[language] })),
    long: true,
    onFilter,
  });
}
