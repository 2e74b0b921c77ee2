import { type Client, isApiError } from '@parley/api-client';
import {
  getQuickReply,
  type QuickReply,
  type QuickReplySort,
  quickReplyPage,
  quickReplySort,
} from '@parley/contract/quick-replies';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

export type QuickReplyFilters = {
  pageNo: number;
  pageSize: number;
  search?: string | undefined;
  sort?: QuickReplySort | undefined;
};

/** Reads the filters from the page's URL; unknown values are ignored. */
export const readQuickReplyFilters = (query: URLSearchParams, pageSize: number): QuickReplyFilters => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
  search: searchOf(query),
  sort: quickReplySort.safeParse(query.get('sort')).data,
});

export const quickReplies = (client: Client, filters: QuickReplyFilters) =>
  queryOptions({
    queryKey: [...queryKeys.quickReplies, filters],
    queryFn: ({ signal }) => client.call(quickReplyPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Fetches a quick reply; null: it no longer exists. */
export async function findQuickReply(client: Client, quickReplyId: string): Promise<QuickReply | null> {
  try {
    return await client.call(getQuickReply, { query: { quickReplyId } });
  } catch (problem) {
    if (isApiError(problem, 'quick-reply.not-found')) return null;
    throw problem;
  }
}
