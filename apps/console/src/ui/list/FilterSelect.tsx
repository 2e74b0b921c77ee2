import { useAllowClear } from '@parley/ui';
import { Select } from 'antd';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from './description.ts';

type Option = { value: string; label: string };
type Properties = {
  label: string;
  options: readonly Option[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** True for many options, which can be searched. */
  long?: boolean;
};

function FilterSelect({ label, options, value, onChange, long = false }: Properties) {
  const clear = useAllowClear();
  return (
    <Select<string>
      allowClear={clear}
      {...(long ? { showSearch: { optionFilterProp: 'label' } } : {})}
      aria-label={label}
      placeholder={label}
      popupMatchSelectWidth={!long}
      value={value ?? null}
      onChange={(next?: string) => onChange(next)}
      options={[...options]}
    />
  );
}

type Choice = Omit<Properties, 'onChange'> & {
  /** Its URL parameter. */
  name: string;
  onFilter: (patch: FilterPatch) => void;
};

/** A filter by one of several values. */
export function selectFilter({ name, onFilter, ...select }: Choice): Filter {
  const { label, options, value } = select;
  return {
    key: name,
    label,
    chosen: value === undefined ? undefined : (options.find((one) => one.value === value)?.label ?? value),
    control: <FilterSelect {...select} onChange={(next) => onFilter({ [name]: next })} />,
    params: [name],
  };
}
