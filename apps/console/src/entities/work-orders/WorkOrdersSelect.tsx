import type { PlatformId } from '@parley/contract/catalogues';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type ManyChoiceProperties, namedChoices, SearchMultiSelect } from '../../ui/SearchMultiSelect.tsx';
import { openWorkOrders, workOrderName } from './queries.ts';

type Properties = ManyChoiceProperties & { platform: PlatformId | undefined };

/** Selects some of a platform's open work orders by typing. */
export function WorkOrdersSelect({ platform, ...properties }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [typed, onSearch] = useState('');
  const query = useQuery(openWorkOrders(client, platform, useDebounced(typed.trim()) || undefined));
  const options = (query.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const missing = (properties.value ?? [])
    .filter((id) => !options.some(({ value }) => value === id))
    .slice(0, namedChoices);
  const names = useQueries({ queries: missing.map((id) => workOrderName(client, id)) });
  const nameOf = (id: string) => {
    const name = names[missing.indexOf(id)]?.data;
    return name === undefined ? t('workOrders.chosen') : (name ?? t('records.gone'));
  };
  return (
    <SearchMultiSelect
      {...properties}
      query={query}
      options={options}
      onSearch={onSearch}
      label={t('workOrders.many')}
      nameOf={nameOf}
    />
  );
}
