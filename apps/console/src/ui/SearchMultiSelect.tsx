import { describeError, useFormats } from '@parley/ui';
import { Select, type SelectProps } from 'antd';
import { useTranslation } from 'react-i18next';

/** The properties passed in by the surrounding form or filter. */
export type ManyChoiceProperties = Pick<
  SelectProps<string[]>,
  'value' | 'onChange' | 'id' | 'className' | 'disabled' | 'maxCount'
>;

type Properties = ManyChoiceProperties & {
  /** The control's accessible name and placeholder. */
  label: string;
  /** The server's results for the typed text. */
  options: readonly { value: string; label: string }[];
  /** Returns the label of a selected value that is not among the options, so that no bare id is shown. */
  nameOf: (value: string) => string;
  query: { isFetching: boolean; error: unknown };
  onSearch: (typed: string) => void;
};

/** The number of selected values that are named; the rest are counted. */
export const namedChoices = 20;

/** Selects several of many records by a search on the server. */
export function SearchMultiSelect({ label, options, nameOf, query, onSearch, ...choice }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const problem = query.error ? describeError(query.error, t('ui:error.unknown'))?.message : undefined;
  return (
    <Select<string[]>
      {...choice}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch }}
      maxTagCount={namedChoices}
      maxTagPlaceholder={(omitted) => t('table.moreOf', { number: number(omitted.length) })}
      aria-label={label}
      placeholder={label}
      loading={query.isFetching}
      options={[...options]}
      labelRender={({ label: found, value }) => found ?? nameOf(String(value))}
      {...(problem === undefined ? {} : { notFoundContent: <span role="alert">{problem}</span> })}
    />
  );
}
