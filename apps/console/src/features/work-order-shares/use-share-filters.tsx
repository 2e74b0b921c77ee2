import { shareStatus } from '@parley/contract/work-order-shares';
import { ForeignText, useClear } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { oneOrder, orderChoices, type ShareFilters } from './queries.ts';

// i18n-keys: workOrderShares.status.*

/** Returns the filters besides the search: work order and status. */
export function useShareFilters(
  { workOrderId, status }: ShareFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const clear = useClear();
  return [
    {
      key: 'workOrderId',
      label: t('workOrderShares.order'),
      chosen: workOrderId === undefined ? undefined : <OrderName id={workOrderId} />,
      control: (
        <OrderSelect
          allowClear={clear}
          value={workOrderId ?? null}
          onChange={(chosen?: string) => onFilter({ workOrderId: chosen })}
        />
      ),
      params: ['workOrderId'],
    },
    selectFilter({
      name: 'status',
      label: t('workOrderShares.statusName'),
      value: status,
      options: shareStatus.options.map((value) => ({ value, label: t(`workOrderShares.status.${value}`) })),
      onFilter,
    }),
  ];
}

/** Returns the name of a work order; empty until it is known, or where there is none. */
function useOrderName(id: string): string {
  const { data } = useQuery({ ...oneOrder(useClient(), id), enabled: id !== '' });
  return data?.name ?? '';
}

const OrderName = ({ id }: { id: string }) => <ForeignText>{useOrderName(id)}</ForeignText>;

function OrderSelect(properties: ChoiceProperties) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = useQuery(orderChoices(useClient(), useDebounced(typed.trim())));
  const options = (query.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SearchSelect
      {...properties}
      query={query}
      options={options}
      onSearch={setTyped}
      label={t('workOrderShares.order')}
      chosenLabel={useOrderName(properties.value ?? '')}
    />
  );
}
