import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { type PlatformId, platformId } from '@parley/contract/catalogues';
import {
  allocationDirection,
  calendarDay,
  characterAllocationPage,
  characterUsagePage,
} from '@parley/contract/characters';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

type Common = { subAccountId?: string | undefined; from?: string | undefined; to?: string | undefined };
export type UsageFilters = Common & { platform?: PlatformId | undefined };
export type AllocationFilters = Common & { direction?: 'add' | 'remove' | undefined };

function readCommon(query: URLSearchParams): Common {
  return {
    subAccountId: id.safeParse(query.get('subAccountId')).data,
    from: calendarDay.safeParse(query.get('from')).data,
    to: calendarDay.safeParse(query.get('to')).data,
  };
}

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readUsageFilters(query: URLSearchParams): UsageFilters {
  return { ...readCommon(query), platform: platformId.safeParse(query.get('platform')).data };
}

export function readAllocationFilters(query: URLSearchParams): AllocationFilters {
  return { ...readCommon(query), direction: allocationDirection.safeParse(query.get('direction')).data };
}

const pageSize = 50;
const place = (cursor: string) => ({ pageSize, ...(cursor === '' ? {} : { cursor }) });

export const characterUsage = (client: Client, filters: UsageFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.characterRecords, 'usage', filters],
    queryFn: ({ signal, pageParam }) =>
      client.call(characterUsagePage, { query: { ...filters, ...place(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof characterUsagePage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const characterAllocations = (client: Client, filters: AllocationFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.characterRecords, 'allocations', filters],
    queryFn: ({ signal, pageParam }) =>
      client.call(characterAllocationPage, { query: { ...filters, ...place(pageParam) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof characterAllocationPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
