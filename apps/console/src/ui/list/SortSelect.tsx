import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListDescription } from './description.ts';
import { sortOf } from './sort.ts';

/** Selects the order where there are no column headers to click. */
export function SortSelect<Row>({ list }: { list: ListDescription<Row> }) {
  const { t } = useTranslation();
  const { columns, standardSort, address } = list;
  const options = columns.flatMap(({ sort: column, title }) =>
    column === undefined
      ? []
      : [true, false].map((ascending) => ({
          value: `${column}.${ascending ? 'asc' : 'desc'}`,
          label: t(ascending ? 'list.ascending' : 'list.descending', { title }),
          order: { column, ascending },
        })),
  );
  if (options.length === 0) return null;
  const value = address.filters.sort ?? standardSort ?? '';
  const listed = options.some((option) => option.value === value);
  return (
    <Select
      className="sort-select"
      aria-label={t('list.sort')}
      popupMatchSelectWidth={false}
      value={value}
      options={listed ? options : [{ value, label: t('list.standardOrder') }, ...options]}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        address.setFilters({ sort: sortOf(chosen?.order, standardSort) });
      }}
    />
  );
}
