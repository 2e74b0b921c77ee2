import { type Client, isApiError } from '@parley/api-client';
import { getSplitLink, splitLinkPage } from '@parley/contract/split-links';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The first hundred matches of a search. */
export const foundSplitLinks = (client: Client, search: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.splitLinks, 'found', search],
    queryFn: ({ signal }) =>
      client.call(splitLinkPage, { query: { pageNo: 1, pageSize: 100, search } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The name of a split link; null: it no longer exists. */
export const splitLinkName = (client: Client, splitLinkId: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.splitLinks, 'name', splitLinkId],
    queryFn: async ({ signal }) => {
      try {
        return (await client.call(getSplitLink, { query: { splitLinkId: splitLinkId ?? '' } }, { signal }))
          .name;
      } catch (problem) {
        if (isApiError(problem, 'split-link.not-found')) return null;
        throw problem;
      }
    },
    enabled: splitLinkId !== undefined,
  });
