import { lazyPart } from '@parley/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FanFigures } from './FanFigures.tsx';

const FanCharts = lazyPart(async () => (await import('./FanCharts.tsx')).FanCharts);

/** Figures of all fans, with charts collapsed below them: most visitors of the list are searching for a fan. */
export function CollapsibleFigures() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const toggle = (
    <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
      {t('fanStatistics.charts')}
    </Button>
  );
  return (
    <>
      <FanFigures more={toggle} />
      {open ? <FanCharts /> : null}
    </>
  );
}
