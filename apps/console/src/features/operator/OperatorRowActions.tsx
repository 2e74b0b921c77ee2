import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from './texts.ts';

type Properties = {
  /** What the row is called. */
  name: string;
  onChange: () => void;
  /** How it is removed. */
  children: ReactNode;
};

/** The last cell of a row that can be changed and removed. */
export function OperatorRowActions({ name, onChange, children }: Properties) {
  const { t } = useTexts();
  return (
    <span className="row-actions">
      <Button type="link" size="small" aria-label={t('op.changeNamed', { name })} onClick={onChange}>
        {t('op.change')}
      </Button>
      {children}
    </span>
  );
}
