import { ForeignText } from '@parley/ui';
import { useCallback } from 'react';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { SearchField } from '../SearchField.tsx';
import type { Filter } from './description.ts';

type Choice = {
  /** Its name in the address. */
  name: string;
  label: string;
  value: string | undefined;
  onFilter: (patch: FilterPatch) => void;
  /** Returns whether a text can be searched for; with `problem`, the sentence that is shown where it can't. */
  accepts?: (text: string) => boolean;
  problem?: string;
};

function TextField({ name, onFilter, ...field }: Choice) {
  const search = useCallback((text: string | undefined) => onFilter({ [name]: text }), [name, onFilter]);
  return <SearchField {...field} onSearch={search} />;
}

/** A filter by a text that is typed. */
export const textFilter = (choice: Choice): Filter => ({
  key: choice.name,
  label: choice.label,
  chosen: choice.value === undefined ? undefined : <ForeignText>{choice.value}</ForeignText>,
  control: <TextField {...choice} />,
  params: [choice.name],
});
