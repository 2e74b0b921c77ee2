import { lazyDialog } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { Filter } from './description.ts';

const FilterDrawer = lazyDialog(async () => (await import('./FilterDrawer.tsx')).FilterDrawer, {
  drawer: true,
});

type Properties = { filters: readonly Filter[]; id: string; narrow: boolean; onClose: () => void };

/** The controls of all filters: below their button, or on a phone in a drawer. */
export function FilterPanel({ filters, id, narrow, onClose }: Properties) {
  const { t } = useTranslation();
  const fields = (
    <div className="filter-fields">
      {filters.map(({ key, label, control }) => (
        <div key={key} className="filter-field">
          <span className="quiet" aria-hidden>
            {label}
          </span>
          {control}
        </div>
      ))}
    </div>
  );
  if (narrow)
    return (
      <FilterDrawer id={id} onClose={onClose}>
        {fields}
      </FilterDrawer>
    );
  return (
    <section id={id} className="panel filter-panel" aria-label={t('list.filters')}>
      {fields}
    </section>
  );
}
