import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { calendarDay } from '@parley/contract/characters';
import {
  prospectiveFanPage,
  prospectiveFanSort,
  prospectiveFanState,
} from '@parley/contract/prospective-fans';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { searchOf } from '../../lib/use-url-filters.ts';

const idIn = (query: URLSearchParams, name: string) => id.safeParse(query.get(name)).data;

/** Reads the filters from the page's URL; unknown values are ignored. */
export const readProspectiveFanFilters = (query: URLSearchParams) => ({
  state: prospectiveFanState.safeParse(query.get('state')).data,
  splitLinkId: idIn(query, 'splitLinkId'),
  subAccountId: idIn(query, 'subAccountId'),
  from: calendarDay.safeParse(query.get('from')).data,
  to: calendarDay.safeParse(query.get('to')).data,
  search: searchOf(query),
  sort: prospectiveFanSort.safeParse(query.get('sort')).data,
});
export type ProspectiveFanFilters = ReturnType<typeof readProspectiveFanFilters>;

const pageSize = 50;

export const prospectiveFans = (client: Client, filters: ProspectiveFanFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.prospectiveFans, filters],
    queryFn: ({ signal, pageParam }) => {
      const place = pageParam === '' ? { pageSize } : { pageSize, cursor: pageParam };
      return client.call(prospectiveFanPage, { query: { ...filters, ...place } }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof prospectiveFanPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
