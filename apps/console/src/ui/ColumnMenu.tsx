import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** Those that can be hidden, in the table's order. */
  columns: readonly { key: string; title: string }[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
};

/** Chooses which columns of a table are seen. */
export function ColumnMenu({ columns, hidden, onHidden }: Properties) {
  const { t } = useTranslation();
  const toggle = (key: string, shown: boolean) =>
    onHidden(shown ? hidden.filter((one) => one !== key) : [...hidden, key]);
  const choice = (
    <fieldset className="column-choice" aria-label={t('table.columns')}>
      {columns.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={!hidden.includes(key)}
          onChange={(event) => toggle(key, event.target.checked)}
        >
          {title}
        </Checkbox>
      ))}
      <Button size="small" disabled={hidden.length === 0} onClick={() => onHidden([])}>
        {t('table.allColumns')}
      </Button>
    </fieldset>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={choice}>
      <Button icon={<SettingOutlined aria-hidden />}>{t('table.columns')}</Button>
    </Popover>
  );
}
