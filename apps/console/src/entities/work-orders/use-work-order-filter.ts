import { platforms } from '@parley/contract/catalogues';
import { interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { useFoundFilter } from '../../ui/use-found-filter.tsx';
import { foundWorkOrders, workOrderName } from './queries.ts';

type Filters = { workOrderId?: string | undefined };

/** A filter by one work order. */
export function useWorkOrderFilter({ workOrderId }: Filters, onFilter: (patch: FilterPatch) => void): Filter {
  const { t } = useTranslation();
  const labels = { label: t('workOrders.one'), chosenLabel: t('workOrders.chosen') };
  return useFoundFilter({ param: 'workOrderId', ...labels, useFound, useName }, workOrderId, onFilter);
}

function useFound(typed: string | undefined) {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const query = useQuery(foundWorkOrders(useClient(), typed));
  const options = (query.data?.list ?? []).map(({ id, name, platform }) => ({
    value: id,
    label: `${name} (${platforms[platform].names[language]})`,
  }));
  return { query, options };
}

const useName = (id: string | undefined) => useQuery(workOrderName(useClient(), id)).data;
