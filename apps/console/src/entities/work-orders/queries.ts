import { type Client, isApiError } from '@parley/api-client';
import type { PlatformId } from '@parley/contract/catalogues';
import { getWorkOrder, workOrderPage } from '@parley/contract/work-orders';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The first hundred matches of a search. */
export const foundWorkOrders = (client: Client, search: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'found', search],
    queryFn: ({ signal }) =>
      client.call(workOrderPage, { query: { pageNo: 1, pageSize: 100, search } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The first hundred open work orders of a platform that match a search. */
export const openWorkOrders = (
  client: Client,
  platform: PlatformId | undefined,
  search: string | undefined,
) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'open', platform, search],
    queryFn: ({ signal }) =>
      client.call(
        workOrderPage,
        { query: { pageNo: 1, pageSize: 100, status: 'open', platform, search } },
        { signal },
      ),
    enabled: platform !== undefined,
    placeholderData: keepPreviousData,
  });

/** The name of a work order; null: it no longer exists. */
export const workOrderName = (client: Client, workOrderId: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.workOrders, 'name', workOrderId],
    queryFn: async ({ signal }) => {
      try {
        return (await client.call(getWorkOrder, { query: { workOrderId: workOrderId ?? '' } }, { signal }))
          .name;
      } catch (problem) {
        if (isApiError(problem, 'work-order.not-found')) return null;
        throw problem;
      }
    },
    enabled: workOrderId !== undefined,
  });
