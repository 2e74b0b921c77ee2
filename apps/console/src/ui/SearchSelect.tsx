import { describeError } from '@parley/ui';
import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The properties passed in by the surrounding form or filter. */
export type ChoiceProperties = Pick<
  SelectProps<string>,
  'value' | 'onChange' | 'allowClear' | 'id' | 'className'
>;

type Properties = ChoiceProperties & {
  /** The control's accessible name and placeholder. */
  label: string;
  /** The label of a selected value that was never among the options, so that no bare id is shown. */
  chosenLabel: string;
  /** The server's results for the typed text. */
  options: readonly { value: string; label: string }[];
  query: { isPending: boolean; isFetching: boolean; error: unknown };
  onSearch: (typed: string) => void;
};

/** Selects one of many records by a search on the server. */
export function SearchSelect({ label, chosenLabel, options, query, onSearch, ...choice }: Properties) {
  const { t } = useTranslation();
  const { value, onChange } = choice;
  const [picked, setPicked] = useState<Properties['options'][number]>();
  // A value from the URL or an earlier search may be beyond the first hundred.
  const listed = value === undefined || value === null || options.some((option) => option.value === value);
  const missing =
    listed || query.isPending ? [] : [picked?.value === value ? picked : { value, label: chosenLabel }];
  const problem = query.error ? describeError(query.error, t('ui:error.unknown'))?.message : undefined;
  return (
    <Select
      {...choice}
      onChange={(next, option) => {
        setPicked(options.find((one) => one.value === next));
        onChange?.(next, option);
      }}
      showSearch={{ filterOption: false, onSearch }}
      aria-label={label}
      placeholder={label}
      loading={query.isFetching}
      options={[...options, ...missing]}
      {...(problem === undefined ? {} : { notFoundContent: <span role="alert">{problem}</span> })}
    />
  );
}
