import { type Client, isApiError } from '@parley/api-client';
import { type PlatformId, platformId } from '@parley/contract/catalogues';
import { id } from '@parley/contract/values';
import {
  getWorkOrder,
  type WorkOrder,
  type WorkOrderSort,
  type WorkOrderStatus,
  workOrderAccounts,
  workOrderDayAccounts,
  workOrderDays,
  workOrderDeletion,
  workOrderPage,
  workOrderSort,
  workOrderStatus,
} from '@parley/contract/work-orders';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type WorkOrderFilters = {
  pageNo: number;
  pageSize: number;
  sort?: WorkOrderSort | undefined;
  search?: string | undefined;
  platform?: PlatformId | undefined;
  subAccountId?: string | undefined;
  status?: WorkOrderStatus | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readWorkOrderFilters(query: URLSearchParams, pageSize: number): WorkOrderFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    sort: workOrderSort.safeParse(query.get('sort')).data,
    search: searchOf(query),
    platform: platformId.safeParse(query.get('platform')).data,
    subAccountId: id.safeParse(query.get('subAccountId')).data,
    status: workOrderStatus.safeParse(query.get('status')).data,
  };
}

/** Polling interval, in ms: a reset sends no event, and the socket may be down. */
const refreshMs = 60_000;

export const workOrders = (client: Client, filters: WorkOrderFilters) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'page', filters],
    queryFn: ({ signal }) => client.call(workOrderPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

/**
 * The work order of the details; null: it doesn't exist.
 *
 * @param workOrderId possibly malformed
 * @param listed shown until it is loaded
 */
export const workOrderDetails = (client: Client, workOrderId: string, listed: WorkOrder | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'details', workOrderId],
    queryFn: () =>
      id.safeParse(workOrderId).success ? findWorkOrder(client, workOrderId) : Promise.resolve(null),
    ...(listed && { placeholderData: listed }),
    refetchInterval: refreshMs,
  });

export const accountsOf = (client: Client, workOrderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'accounts', workOrderId],
    queryFn: ({ signal }) => client.call(workOrderAccounts, { query: { workOrderId } }, { signal }),
    refetchInterval: refreshMs,
  });

export const deletionOf = (client: Client, workOrderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'deletion', workOrderId],
    queryFn: ({ signal }) => client.call(workOrderDeletion, { query: { workOrderId } }, { signal }),
    gcTime: 0,
  });

/** Page size: a chart of about a month. */
const daysAtOnce = 31;

/** The key includes the end of the current day, so that the days are refetched after each reset. */
export const closedDaysOf = (client: Client, { id: workOrderId, today }: WorkOrder) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.workOrders, 'days', workOrderId, today?.endsAt ?? null],
    placeholderData: keepPreviousData,
    queryFn: ({ signal, pageParam }) =>
      client.call(
        workOrderDays,
        { query: { workOrderId, pageSize: daysAtOnce, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
    // Polled until the latest day is signed, which takes up to a minute.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.list[0]?.signature === null ? refreshMs : false,
  });

export const dayAccountsOf = (client: Client, workOrderId: string, day: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'day-accounts', workOrderId, day],
    queryFn: ({ signal }) => client.call(workOrderDayAccounts, { query: { workOrderId, day } }, { signal }),
    // A closed day never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Fetches a work order; null: it no longer exists. */
export async function findWorkOrder(client: Client, workOrderId: string): Promise<WorkOrder | null> {
  try {
    return await client.call(getWorkOrder, { query: { workOrderId } });
  } catch (problem) {
    if (isApiError(problem, 'work-order.not-found')) return null;
    throw problem;
  }
}
