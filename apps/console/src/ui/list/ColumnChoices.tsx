import { Button, Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import type { ColumnPart } from './description.ts';
import { densities } from './stored-tables.ts';

// i18n-keys: list.densities.*

/** Selects the visible columns and the row density. */
export function ColumnChoices({ columns, address }: ColumnPart) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { settings, changeSettings } = address;
  const { hidden, density } = settings;
  const toggle = (key: string, shown: boolean) =>
    changeSettings({ hidden: shown ? hidden.filter((one) => one !== key) : [...hidden, key] });
  return (
    <div className="column-choice">
      <fieldset aria-label={t('list.columns')}>
        {columns.slice(1).map(({ key, title }) => (
          <Checkbox
            key={key}
            checked={!hidden.includes(key)}
            onChange={(event) => toggle(key, event.target.checked)}
          >
            {title}
          </Checkbox>
        ))}
      </fieldset>
      <Button size="small" disabled={hidden.length === 0} onClick={() => changeSettings({ hidden: [] })}>
        {t('list.allColumns')}
      </Button>
      {narrow ? null : (
        <>
          <span className="quiet">{t('list.density')}</span>
          <Segmented
            aria-label={t('list.density')}
            value={density}
            onChange={(next) => changeSettings({ density: next })}
            options={densities.map((value) => ({ value, label: t(`list.densities.${value}`) }))}
          />
        </>
      )}
    </div>
  );
}
