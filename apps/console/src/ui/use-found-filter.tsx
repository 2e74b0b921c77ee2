import { ForeignText, useAllowClear } from '@parley/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../lib/use-debounced.ts';
import type { FilterPatch } from '../lib/use-url-filters.ts';
import type { Filter } from './list/description.ts';
import { SearchSelect } from './SearchSelect.tsx';

/** A noun by whose records a list can be filtered. */
type Noun = {
  /** Its URL parameter. */
  param: string;
  label: string;
  /** Shown until the selected record's name is loaded. */
  chosenLabel: string;
  /** Searches the records on the server. */
  useFound: (typed: string | undefined) => {
    query: { isPending: boolean; isFetching: boolean; error: unknown };
    options: readonly { value: string; label: string }[];
  };
  /** Requests a record's name; null: it no longer exists. */
  useName: (id: string | undefined) => string | null | undefined;
};

/** A filter by one record, searched by typing. */
export function useFoundFilter(
  noun: Noun,
  value: string | undefined,
  onFilter: (patch: FilterPatch) => void,
): Filter {
  const { param, label } = noun;
  return {
    key: param,
    label,
    chosen: value === undefined ? undefined : <ChosenName noun={noun} id={value} />,
    control: <FoundSelect noun={noun} value={value} onChange={(chosen) => onFilter({ [param]: chosen })} />,
    params: [param],
  };
}

type Properties = { noun: Noun; value: string | undefined; onChange: (chosen: string | undefined) => void };

function FoundSelect({ noun, value, onChange }: Properties) {
  const clear = useAllowClear();
  const [typed, onSearch] = useState('');
  const found = noun.useFound(useDebounced(typed.trim()) || undefined);
  const chosenLabel = useChosenName(noun, value);
  return (
    <SearchSelect
      allowClear={clear}
      label={noun.label}
      value={value ?? null}
      chosenLabel={chosenLabel}
      {...found}
      onSearch={onSearch}
      onChange={(chosen?: string) => onChange(chosen)}
    />
  );
}

const ChosenName = ({ noun, id }: { noun: Noun; id: string }) => (
  <ForeignText>{useChosenName(noun, id)}</ForeignText>
);

/** Returns a generic name until the record's is loaded; one that no longer exists is named as deleted. */
function useChosenName({ chosenLabel, useName }: Noun, id: string | undefined): string {
  const { t } = useTranslation();
  const name = useName(id);
  return name === undefined ? chosenLabel : (name ?? t('records.gone'));
}
