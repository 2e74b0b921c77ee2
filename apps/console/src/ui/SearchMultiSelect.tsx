import { describeError, useFormats } from '@parley/ui';
import { Select, type SelectProps } from 'antd';
import { useTranslation } from 'react-i18next';

/** The properties that the form or filter around it passes in. */
export type ManyChoiceProperties = Pick<
  SelectProps<string[]>,
  'value' | 'onChange' | 'id' | 'className' | 'disabled' | 'maxCount'
>;

type Properties = ManyChoiceProperties & {
  /** The control's name and placeholder. */
  label: string;
  /** The server's results for the typed text. */
  options: readonly { value: string; label: string }[];
  /** Returns the label of a chosen value that is not among the options: never a bare id. */
  nameOf: (value: string) => string;
  query: { isFetching: boolean; error: unknown };
  onSearch: (typed: string) => void;
};

/** The number of chosen values that are named; the others are counted. */
export const namedChoices = 20;

/** Some of many that the server finds by typing. */
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
