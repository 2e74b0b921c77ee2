import { type Client, isApiError } from '@parley/api-client';
import { id } from '@parley/contract/values';
import {
  getWorkOrderShare,
  getWorkOrderSharePassword,
  type ShareStatus,
  shareStatus,
  type WorkOrderShare,
  type WorkOrderShareSort,
  workOrderSharePage,
  workOrderShareSort,
} from '@parley/contract/work-order-shares';
import { workOrderAccounts } from '@parley/contract/work-orders';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type ShareFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  workOrderId?: string | undefined;
  status?: ShareStatus | undefined;
  sort?: WorkOrderShareSort | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export function readShareFilters(query: URLSearchParams, pageSize: number): ShareFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    search: searchOf(query),
    workOrderId: id.safeParse(query.get('workOrderId')).data,
    status: shareStatus.safeParse(query.get('status')).data,
    sort: workOrderShareSort.safeParse(query.get('sort')).data,
  };
}

export const shares = (client: Client, filters: ShareFilters) =>
  queryOptions({
    queryKey: [...queryKeys.workOrderShares, 'page', filters],
    queryFn: ({ signal }) => client.call(workOrderSharePage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Fetches a share; null: it no longer exists. */
export async function findShare(client: Client, shareId: string): Promise<WorkOrderShare | null> {
  try {
    return await client.call(getWorkOrderShare, { query: { shareId } });
  } catch (problem) {
    if (isApiError(problem, 'work-order-share.not-found')) return null;
    throw problem;
  }
}

export const accountChoices = (client: Client, workOrderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'shared-accounts', workOrderId],
    queryFn: ({ signal }) => client.call(workOrderAccounts, { query: { workOrderId } }, { signal }),
  });

/** The password of a work order's links; null: none. */
export const orderPassword = (client: Client, workOrderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrderShares, 'password', workOrderId],
    queryFn: ({ signal }) => client.call(getWorkOrderSharePassword, { query: { workOrderId } }, { signal }),
  });
