import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** What the buttons are about, e.g. "Selected proxies". */
  label: string;
  /** How many rows are selected, over all pages. */
  count: number;
  onClear: () => void;
  /** What can be done with them. They stand there with nothing selected, too, and say then what to do first. */
  children: ReactNode;
};

/** Stands above a table whose rows can be selected. */
export function BatchBar({ label, count, onClear, children }: Properties) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend and reset its buttons' look
    <div className="batch-bar" role="group" aria-label={label}>
      {children}
      <span role="status" className="quiet">
        {t('batch.selected', { number: count })}
      </span>
      {count === 0 ? null : (
        <Button type="link" size="small" onClick={onClear}>
          {t('batch.clear')}
        </Button>
      )}
    </div>
  );
}
