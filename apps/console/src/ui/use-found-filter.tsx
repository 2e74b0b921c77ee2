import { ForeignText, useClear } from '@parley/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../lib/use-debounced.ts';
import type { FilterPatch } from '../lib/use-url-filters.ts';
import type { Filter } from './list/description.ts';
import { SearchSelect } from './SearchSelect.tsx';

/** A noun of which a list shows what belongs to one record. */
type Noun = {
  /** The parameter of the address. */
  param: string;
  label: string;
  /** Represents the chosen record until its name is known. */
  chosenLabel: string;
  /** Asks the server for the records that a text finds. */
  useFound: (typed: string | undefined) => {
    query: { isPending: boolean; isFetching: boolean; error: unknown };
    options: readonly { value: string; label: string }[];
  };
  /** Asks for a record's name; null: it is gone. */
  useName: (id: string | undefined) => string | null | undefined;
};

/** A filter by one record that is found by typing. */
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
  const clear = useClear();
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

/** Returns a general name until the record's is known; one that is gone is named as deleted. */
function useChosenName({ chosenLabel, useName }: Noun, id: string | undefined): string {
  const { t } = useTranslation();
  const name = useName(id);
  return name === undefined ? chosenLabel : (name ?? t('records.gone'));
}
