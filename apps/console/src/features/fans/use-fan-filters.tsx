// i18n-keys: fans.types.*
import { platformIds, platforms } from '@parley/contract/catalogues';
import { fanFilterLimit } from '@parley/contract/fans';
import { interfaceLanguageOf } from '@parley/ui';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { useDayFilter } from '../../ui/list/use-day-filter.tsx';
import type { FanListFilters } from './queries.ts';

export const idsOf = (text: string | undefined): string[] => text?.split(',') ?? [];
export const textOf = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.join(',');

type Option = { value: string; label: string };
type Choice = {
  name: 'platforms' | 'types';
  label: string;
  options: readonly Option[];
  value: string | undefined;
  onFilter: (patch: FilterPatch) => void;
};

/** A filter by any of several values. */
function severalFilter({ name, label, options, value, onFilter }: Choice): Filter {
  const chosen = idsOf(value);
  return {
    key: name,
    label,
    chosen:
      chosen.length === 0
        ? undefined
        : chosen.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', '),
    control: (
      <Select<string[]>
        mode="multiple"
        maxCount={fanFilterLimit}
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={label}
        placeholder={label}
        value={chosen}
        options={[...options]}
        onChange={(next) => onFilter({ [name]: textOf(next) })}
      />
    ),
    params: [name],
  };
}

export type OtherNouns = Record<'subAccounts' | 'socialAccounts' | 'workOrder' | 'tags', Filter>;

/** Returns the filters of the list; those by other nouns are passed in by the page. */
export function useFanFilters(
  filters: FanListFilters,
  onFilter: (patch: FilterPatch) => void,
  others: OtherNouns,
): Filter[] {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const days = useDayFilter(filters, onFilter);
  const types = (['base', 'new', 'repeat'] as const).map((type) => ({
    value: type,
    label: t(`fans.types.${type}`),
  }));
  return [
    severalFilter({ name: 'types', label: t('fans.type'), options: types, value: filters.types, onFilter }),
    { ...days, label: t('fans.grownAt') },
    others.subAccounts,
    others.socialAccounts,
    severalFilter({
      name: 'platforms',
      label: t('fans.platform'),
      options: platformIds.map((one) => ({ value: one, label: platforms[one].names[language] })),
      value: filters.platforms,
      onFilter,
    }),
    others.workOrder,
    others.tags,
    selectFilter({
      name: 'activity',
      label: t('fans.activity'),
      value: filters.activity,
      options: [
        { value: 'active', label: t('fans.active') },
        { value: 'inactive', label: t('fans.inactive') },
      ],
      onFilter,
    }),
  ];
}

/** A filter by ids whose control belongs to another noun. */
export const idsFilter = (
  name: 'subAccountIds' | 'tagIds' | 'socialAccountIds',
  label: string,
  value: string | undefined,
  parts: { chosen: (ids: readonly string[]) => ReactNode; control: ReactNode },
): Filter => ({
  key: name,
  label,
  chosen: value === undefined ? undefined : parts.chosen(idsOf(value)),
  control: parts.control,
  params: [name],
});
