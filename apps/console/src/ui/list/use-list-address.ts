import { use, useCallback, useState } from 'react';
import { PersonContext } from '../../lib/person.ts';
import { type FilterPatch, useUrlFilters } from '../../lib/use-url-filters.ts';
import { readSettings, type TableSettings, writeSettings } from './stored-tables.ts';

/** A list's filters, page and order in the URL, and the user's display settings for it. */
export type ListAddress<Filters> = {
  filters: Filters;
  /** Changes the URL; referentially stable. */
  setFilters: (patch: FilterPatch) => void;
  settings: TableSettings;
  changeSettings: (patch: Partial<TableSettings>) => void;
};

/**
 * @param name key of the stored display settings
 * @param read parses the query, with the default page size, to the filters; must be referentially stable
 */
export function useListAddress<Filters>(
  name: string,
  read: (query: URLSearchParams, pageSize: number) => Filters,
): ListAddress<Filters> {
  const person = use(PersonContext);
  const [kept, setKept] = useState({ person, settings: readSettings(person, name) });
  // Until the user is loaded, the settings belong to no user.
  if (kept.person !== person) setKept({ person, settings: readSettings(person, name) });
  const { settings } = kept;
  const { pageSize } = settings;
  const readFilters = useCallback((query: URLSearchParams) => read(query, pageSize), [read, pageSize]);
  const [filters, setFilters] = useUrlFilters(readFilters);
  const changeSettings = (patch: Partial<TableSettings>) => {
    // Another browser tab may have saved a view meanwhile.
    const next = { ...readSettings(person, name), ...patch };
    writeSettings(person, name, next);
    setKept({ person, settings: next });
  };
  return { filters, setFilters, settings, changeSettings };
}
