import type { Client } from '@parley/api-client';
import { replyRuleSort } from '@parley/contract/automation';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageNoOf, pageSizeOf, searchOf } from '../../lib/use-url-filters.ts';
import { type KindCalls, type RuleFilters, rulesKey } from './rule-kinds.ts';

/** Reads the filters from the page's URL; unknown values are ignored. */
export const readRuleFilters = (query: URLSearchParams, pageSize: number): RuleFilters => ({
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, pageSize),
  search: searchOf(query),
  enabled: (['true', 'false'] as const).find((value) => value === query.get('enabled')),
  subAccountId: query.get('subAccountId') ?? undefined,
  sort: replyRuleSort.safeParse(query.get('sort')).data,
});

export const replyRules = (client: Client, calls: KindCalls, filters: RuleFilters) =>
  queryOptions({
    queryKey: [...rulesKey(calls.kind), filters],
    queryFn: ({ signal }) => calls.list(client, filters, signal),
    placeholderData: keepPreviousData,
  });
