import { use, useCallback, useState } from 'react';
import { PersonContext } from '../../lib/person.ts';
import { type FilterPatch, useUrlFilters } from '../../lib/use-url-filters.ts';
import { readSettings, type TableSettings, writeSettings } from './stored-tables.ts';

/** A list's filters, page and order from the address, and how its reader wants to see it. */
export type ListAddress<Filters> = {
  filters: Filters;
  /** Changes the address; the same function at each render. */
  setFilters: (patch: FilterPatch) => void;
  settings: TableSettings;
  changeSettings: (patch: Partial<TableSettings>) => void;
};

/**
 * @param name under which the reader's settings are kept
 * @param read from the address, and the page size where it names none, to the filters; the same function at each render
 */
export function useListAddress<Filters>(
  name: string,
  read: (query: URLSearchParams, pageSize: number) => Filters,
): ListAddress<Filters> {
  const person = use(PersonContext);
  const [kept, setKept] = useState({ person, settings: readSettings(person, name) });
  // Until the reader is known, the settings belong to no user.
  if (kept.person !== person) setKept({ person, settings: readSettings(person, name) });
  const { settings } = kept;
  const { pageSize } = settings;
  const readFilters = useCallback((query: URLSearchParams) => read(query, pageSize), [read, pageSize]);
  const [filters, setFilters] = useUrlFilters(readFilters);
  const changeSettings = (patch: Partial<TableSettings>) => {
    // Another tab may have saved a view meanwhile.
    const next = { ...readSettings(person, name), ...patch };
    writeSettings(person, name, next);
    setKept({ person, settings: next });
  };
  return { filters, setFilters, settings, changeSettings };
}
