import { type Client, isApiError } from '@parley/api-client';
import { contactList, defaultContactId, getContact } from '@parley/contract/support';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** They change once in a month; a page that is open all day asks again now and then. */
const staleTime = 10 * 60_000;

export const contacts = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.contacts, 'list'],
    queryFn: ({ signal }) => client.call(contactList, {}, { signal }),
    staleTime,
  });

/** The contact that is known from the start, asked for once; null while the operator shows none. */
export const startUpContact = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.contacts, defaultContactId],
    queryFn: async ({ signal }) => {
      try {
        return await client.call(getContact, { query: { id: defaultContactId } }, { signal });
      } catch (problem) {
        if (isApiError(problem, 'resource.not-found')) return null;
        throw problem;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
