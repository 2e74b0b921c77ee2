import { platforms } from '@parley/contract/catalogues';
import { ForeignText, interfaceLanguageOf, useClear } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { foundWorkOrders, workOrderName } from './queries.ts';

type Filters = { workOrderId?: string | undefined };

/** A filter by one work order. */
export function useWorkOrderFilter({ workOrderId }: Filters, onFilter: (patch: FilterPatch) => void): Filter {
  const { t } = useTranslation();
  return {
    key: 'workOrderId',
    label: t('workOrders.one'),
    chosen: workOrderId === undefined ? undefined : <ChosenName id={workOrderId} />,
    control: <WorkOrderSelect value={workOrderId} onChange={(chosen) => onFilter({ workOrderId: chosen })} />,
    params: ['workOrderId'],
  };
}

type Properties = { value: string | undefined; onChange: (chosen: string | undefined) => void };

/** One of the workspace's work orders, found by typing. */
function WorkOrderSelect({ value, onChange }: Properties) {
  const { t, i18n } = useTranslation();
  const clear = useClear();
  const language = interfaceLanguageOf(i18n.language);
  const [typed, onSearch] = useState('');
  const query = useQuery(foundWorkOrders(useClient(), useDebounced(typed.trim()) || undefined));
  const options = (query.data?.list ?? []).map(({ id, name, platform }) => ({
    value: id,
    label: `${name} (${platforms[platform].names[language]})`,
  }));
  const chosenLabel = useWorkOrderName(value);
  return (
    <SearchSelect
      allowClear={clear}
      label={t('workOrders.one')}
      value={value ?? null}
      chosenLabel={chosenLabel}
      options={options}
      query={query}
      onSearch={onSearch}
      onChange={(chosen?: string) => onChange(chosen)}
    />
  );
}

const ChosenName = ({ id }: { id: string }) => <ForeignText>{useWorkOrderName(id)}</ForeignText>;

/** Returns a general name until the work order's is known; one that is gone is named as deleted. */
function useWorkOrderName(id: string | undefined): string {
  const { t } = useTranslation();
  const { data } = useQuery(workOrderName(useClient(), id));
  return data === undefined ? t('workOrders.chosen') : (data ?? t('records.gone'));
}
