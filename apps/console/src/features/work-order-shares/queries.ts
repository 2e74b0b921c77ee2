import { type Client, isApiError } from '@parley/api-client';
import { id } from '@parley/contract/values';
import {
  getWorkOrderShare,
  getWorkOrderSharePassword,
  type ShareStatus,
  shareStatus,
  type WorkOrderShare,
  workOrderSharePage,
} from '@parley/contract/work-order-shares';
import { getWorkOrder, workOrderAccounts, workOrderPage } from '@parley/contract/work-orders';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type ShareFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  workOrderId?: string | undefined;
  status?: ShareStatus | undefined;
};

/** From the page's address; anything unknown there is no filter. */
export function readShareFilters(query: URLSearchParams, pageSize: number): ShareFilters {
  return {
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query, pageSize),
    search: searchOf(query),
    workOrderId: id.safeParse(query.get('workOrderId')).data,
    status: shareStatus.safeParse(query.get('status')).data,
  };
}

export const shares = (client: Client, filters: ShareFilters) =>
  queryOptions({
    queryKey: [...queryKeys.workOrderShares, 'page', filters],
    queryFn: ({ signal }) => client.call(workOrderSharePage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The work orders that can be chosen from: the first page of those whose name has the text. */
export const orderChoices = (client: Client, search: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrderShares, 'orders', search],
    queryFn: ({ signal }) => {
      const query = { pageNo: 1, pageSize: 50, ...(search === '' ? {} : { search }) };
      return client.call(workOrderPage, { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

/** For the name of a work order that the choices may lack. */
export const oneOrder = (client: Client, workOrderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrderShares, 'order', workOrderId],
    queryFn: ({ signal }) => client.call(getWorkOrder, { query: { workOrderId } }, { signal }),
  });

/** One share as it is now; null: it is gone. */
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
    queryKey: [...queryKeys.workOrderShares, 'accounts', workOrderId],
    queryFn: ({ signal }) => client.call(workOrderAccounts, { query: { workOrderId } }, { signal }),
  });

/** The password of a work order's links; null: none is set. */
export const orderPassword = (client: Client, workOrderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.workOrderShares, 'password', workOrderId],
    queryFn: ({ signal }) => client.call(getWorkOrderSharePassword, { query: { workOrderId } }, { signal }),
  });
