import type { Client } from '@parley/api-client';
import { type ContactSort, contactSort, operatorContactList } from '@parley/contract/support';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';

export type ContactFilters = { sort?: ContactSort | undefined };

/** Reads only the order from the URL. The list isn't paged, as an installation has only a few contacts. */
export const readContactFilters = (query: URLSearchParams): ContactFilters => ({
  sort: contactSort.safeParse(query.get('sort')).data,
});

/** All official contacts, including hidden ones, for the operator. */
export const operatorContacts = (client: Client, filters: ContactFilters) =>
  queryOptions({
    queryKey: [...operatorKeys.contacts, filters],
    queryFn: ({ signal }) => client.call(operatorContactList, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
