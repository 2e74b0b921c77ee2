import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { calendarDay } from '@parley/contract/characters';
import { latestFanTagging } from '@parley/contract/fan-tags';
import {
  countFans,
  fanFilters,
  fanLog as fanLogEndpoint,
  fanPage,
  fanSort,
  getFan,
  getFanProfile,
  previewMerge,
} from '@parley/contract/fans';
import { id } from '@parley/contract/values';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { searchOf } from '../../lib/use-url-filters.ts';

const lists = ['subAccountIds', 'socialAccountIds', 'platforms', 'types', 'tagIds'] as const;
export type FanListFilters = { [Name in (typeof lists)[number]]?: string | undefined } & {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  activity?: 'active' | 'inactive' | undefined;
  workOrderId?: string | undefined;
  sort?: AnswerOfSort;
};
type AnswerOfSort = ReturnType<typeof fanSort.parse> | undefined;

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readFanFilters(query: URLSearchParams): FanListFilters {
  const known = (name: (typeof lists)[number]) => {
    const text = query.get(name);
    return text !== null && fanFilters[name].safeParse(text).success ? text : undefined;
  };
  const activity = query.get('activity');
  return {
    search: searchOf(query),
    subAccountIds: known('subAccountIds'),
    socialAccountIds: known('socialAccountIds'),
    platforms: known('platforms'),
    types: known('types'),
    tagIds: known('tagIds'),
    from: calendarDay.safeParse(query.get('from')).data,
    to: calendarDay.safeParse(query.get('to')).data,
    activity: activity === 'active' || activity === 'inactive' ? activity : undefined,
    workOrderId: id.safeParse(query.get('workOrderId')).data,
    sort: fanSort.safeParse(query.get('sort')).data,
  };
}

const pageSize = 50;
const place = (cursor: string) => ({ pageSize, ...(cursor === '' ? {} : { cursor }) });

/** @param refreshMs refetch interval of the loaded rows */
export const fans = (client: Client, filters: FanListFilters, refreshMs: number | false) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.fans, 'list', filters],
    queryFn: ({ signal, pageParam }) =>
      client.call(fanPage, { query: { ...filters, ...place(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof fanPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

/** The first fans that match a search. */
export const foundFans = (client: Client, search: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.fans, 'found', search],
    queryFn: ({ signal }) => client.call(fanPage, { query: { search, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Returns the filters without the sort order. */
export const withoutOrder = ({ sort: _, ...filters }: FanListFilters) => filters;

/** The number of fans that match the filters, up to a limit. */
export const fanCount = (client: Client, filters: FanListFilters) => ({
  queryKey: [...queryKeys.fans, 'count', withoutOrder(filters)],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.call(countFans, { query: withoutOrder(filters) }, { signal }),
});

/** Polling interval of a running tagging, in ms. */
const pollMs = 1_000;

/** The latest bulk tagging, polled while it runs. */
export const latestTagging = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.fanTagging,
    queryFn: ({ signal }) => client.call(latestFanTagging, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });

export const person = (client: Client, fanId: string) =>
  queryOptions({
    queryKey: [...queryKeys.fans, 'one', fanId],
    queryFn: ({ signal }) => client.call(getFan, { query: { fanId } }, { signal }),
  });

export const fanLog = (client: Client, fanId: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.fans, 'log', fanId],
    queryFn: ({ signal, pageParam }) =>
      client.call(fanLogEndpoint, { query: { fanId, ...place(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof fanLogEndpoint>) => page.nextCursor,
  });

/** Refetched for each form, so that it starts from the current version. */
export const fanProfile = (client: Client, rowId: string) =>
  queryOptions({
    queryKey: [...queryKeys.fans, 'profile', rowId],
    queryFn: ({ signal }) => client.call(getFanProfile, { query: { rowId } }, { signal }),
    gcTime: 0,
  });

export const mergePreview = (client: Client, keptFanId: string, mergedFanId: string) =>
  queryOptions({
    // A separate key from the fans, which are refetched after the merge, when there is nothing left to compare.
    queryKey: ['fan-merge-preview', keptFanId, mergedFanId],
    queryFn: ({ signal }) => client.call(previewMerge, { query: { keptFanId, mergedFanId } }, { signal }),
    gcTime: 0,
  });

/** Invalidates the counts after a merge or its undoing, which affect them everywhere. */
export function refreshCounts(cache: QueryClient): void {
  for (const queryKey of [queryKeys.fans, queryKeys.fanStatistics, queryKeys.workOrders])
    void cache.invalidateQueries({ queryKey });
}
