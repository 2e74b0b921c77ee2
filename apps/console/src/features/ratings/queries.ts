import type { Client } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { calendarDay } from '@parley/contract/characters';
import { getRatingFigures, ratingPage, ratingScore } from '@parley/contract/ratings';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

const idIn = (query: URLSearchParams, name: string) => id.safeParse(query.get(name)).data;

/** Reads the filters from the page's URL; unknown values are ignored. */
export const readRatingFilters = (query: URLSearchParams) => ({
  from: calendarDay.safeParse(query.get('from')).data,
  to: calendarDay.safeParse(query.get('to')).data,
  score: ratingScore.safeParse(Number(query.get('score'))).data,
  comment: query.get('comment') === 'with' ? ('with' as const) : undefined,
  subAccountId: idIn(query, 'subAccountId'),
  socialAccountId: idIn(query, 'socialAccountId'),
});
export type RatingFilters = ReturnType<typeof readRatingFilters>;

const pageSize = 50;

export const ratings = (client: Client, filters: RatingFilters) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.ratings, filters],
    queryFn: ({ signal, pageParam }) => {
      const place = pageParam === '' ? { pageSize } : { pageSize, cursor: pageParam };
      return client.call(ratingPage, { query: { ...filters, ...place } }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof ratingPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const ratingFigures = (client: Client, filters: RatingFilters) =>
  queryOptions({
    queryKey: [...queryKeys.ratings, 'figures', filters],
    queryFn: ({ signal }) => client.call(getRatingFigures, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
