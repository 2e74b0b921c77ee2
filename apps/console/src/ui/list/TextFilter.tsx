import { ForeignText } from '@parley/ui';
import { useCallback } from 'react';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { SearchField } from '../SearchField.tsx';
import type { Filter } from './description.ts';

type Choice = {
  /** Its URL parameter. */
  name: string;
  label: string;
  value: string | undefined;
  onFilter: (patch: FilterPatch) => void;
  /** Returns whether a text can be searched for; `problem` is the message shown otherwise. */
  accepts?: (text: string) => boolean;
  problem?: string;
};

function TextField({ name, onFilter, ...field }: Choice) {
  const search = useCallback((text: string | undefined) => onFilter({ [name]: text }), [name, onFilter]);
  return <SearchField {...field} onSearch={search} />;
}

/** A filter by free text. */
export const textFilter = (choice: Choice): Filter => ({
  key: choice.name,
  label: choice.label,
  chosen: choice.value === undefined ? undefined : <ForeignText>{choice.value}</ForeignText>,
  control: <TextField {...choice} />,
  params: [choice.name],
});
