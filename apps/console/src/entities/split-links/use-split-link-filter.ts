import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Filter } from '../../ui/list/description.ts';
import { useFoundFilter } from '../../ui/use-found-filter.tsx';
import { foundSplitLinks, splitLinkName } from './queries.ts';

type Filters = { splitLinkId?: string | undefined };

/** A filter by one split link. */
export function useSplitLinkFilter({ splitLinkId }: Filters, onFilter: (patch: FilterPatch) => void): Filter {
  const { t } = useTranslation();
  const labels = { label: t('splitLinks.one'), chosenLabel: t('splitLinks.chosen') };
  return useFoundFilter({ param: 'splitLinkId', ...labels, useFound, useName }, splitLinkId, onFilter);
}

function useFound(typed: string | undefined) {
  const query = useQuery(foundSplitLinks(useClient(), typed));
  return { query, options: (query.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })) };
}

const useName = (id: string | undefined) => useQuery(splitLinkName(useClient(), id)).data;
