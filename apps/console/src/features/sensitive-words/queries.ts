import { type Client, isApiError } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import { calendarDay } from '@parley/contract/characters';
import {
  getSensitiveWordRule,
  type SensitiveWordRule,
  sensitiveFoundIn,
  sensitiveWordRecordPage,
  sensitiveWordRulePage,
} from '@parley/contract/sensitive-words';
import { id } from '@parley/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';

const actions = ['log', 'alert', 'block'] as const;
export const rulesKey = queryKeys.sensitiveWordRules;

const oneOf = <Value extends string>(values: readonly Value[], query: URLSearchParams, name: string) =>
  values.find((value) => value === query.get(name));
const idIn = (query: URLSearchParams, name: string) => id.safeParse(query.get(name)).data;

/** Reads the filters from the page's URL; unknown values are ignored. */
export const readRuleFilters = (query: URLSearchParams, pageSize: number) => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
  search: searchOf(query),
  enabled: oneOf(['true', 'false'] as const, query, 'enabled'),
  action: oneOf(actions, query, 'action'),
  subAccountId: idIn(query, 'subAccountId'),
});

export const sensitiveWordRules = (client: Client, filters: ReturnType<typeof readRuleFilters>) =>
  queryOptions({
    queryKey: [...rulesKey, filters],
    queryFn: ({ signal }) => client.call(sensitiveWordRulePage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const readRecordFilters = (query: URLSearchParams) => ({
  from: calendarDay.safeParse(query.get('from')).data,
  to: calendarDay.safeParse(query.get('to')).data,
  ruleId: idIn(query, 'ruleId'),
  action: oneOf(actions, query, 'action'),
  direction: oneOf(['in', 'out'] as const, query, 'direction'),
  foundIn: oneOf(sensitiveFoundIn.options, query, 'foundIn'),
  subAccountId: idIn(query, 'subAccountId'),
});

const pageSize = 50;

export const sensitiveWordRecords = (client: Client, filters: ReturnType<typeof readRecordFilters>) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.sensitiveWordRecords, filters],
    queryFn: ({ signal, pageParam }) => {
      const place = pageParam === '' ? { pageSize } : { pageSize, cursor: pageParam };
      return client.call(sensitiveWordRecordPage, { query: { ...filters, ...place } }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: AnswerOf<typeof sensitiveWordRecordPage>) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Fetches a rule with all its words; null: it no longer exists. */
export async function findRule(client: Client, ruleId: string): Promise<SensitiveWordRule | null> {
  try {
    return await client.call(getSensitiveWordRule, { query: { ruleId } });
  } catch (problem) {
    if (isApiError(problem, 'sensitive-word-rule.not-found')) return null;
    throw problem;
  }
}
