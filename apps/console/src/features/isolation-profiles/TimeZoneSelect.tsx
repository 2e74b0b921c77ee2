import { Select, type SelectProps } from 'antd';
import { useTranslation } from 'react-i18next';

const zones = () => [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** A time zone by its name; the browser's own list, and what is chosen although this browser writes it in another way. */
export function TimeZoneSelect(properties: Pick<SelectProps<string>, 'value' | 'onChange' | 'id'>) {
  const { t } = useTranslation();
  const { value } = properties;
  const names = new Set(value === undefined ? zones() : [...zones(), value]);
  return (
    <Select<string>
      {...properties}
      showSearch={{
        // Nobody types the underline of Mexico_City.
        filterOption: (typed, option) =>
          String(option?.value)
            .replaceAll('_', ' ')
            .toLowerCase()
            .includes(typed.replaceAll('_', ' ').toLowerCase()),
      }}
      options={[...names].sort().map((name) => ({ value: name, label: name }))}
      placeholder={t('isolation.timeZone')}
    />
  );
}
