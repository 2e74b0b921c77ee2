import { lazyPart } from '@parley/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FanFigures } from './FanFigures.tsx';
import type { FigureFilters } from './queries.ts';

const FanCharts = lazyPart(async () => (await import('./FanCharts.tsx')).FanCharts);

type Properties = {
  filters: FigureFilters;
  /** The list has other filters, too, which the counters can't follow. */
  hasOtherFilters: boolean;
};

/**
 * Figures of the filtered sub-accounts and platforms, with their charts collapsed below them: most visitors of the list are
 * searching for a fan.
 */
export function CollapsibleFigures({ filters, hasOtherFilters }: Properties) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const toggle = (
    <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
      {t('fanStatistics.charts')}
    </Button>
  );
  return (
    <>
      <FanFigures
        filters={filters}
        note={hasOtherFilters ? t('fanStatistics.otherFilters') : undefined}
        more={toggle}
      />
      {open ? <FanCharts filters={filters} /> : null}
    </>
  );
}
