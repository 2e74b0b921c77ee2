import type { Client } from '@parley/api-client';
import { mailPage } from '@parley/contract/operator';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import type { SearchFilters } from '../../entities/operator/page-filters.ts';

export const mails = (client: Client, filters: SearchFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.mail, filters],
    queryFn: ({ signal }) => client.call(mailPage, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
