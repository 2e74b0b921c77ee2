import { type Client, isApiError } from '@parley/api-client';
import { contactList, defaultContactId, getContact } from '@parley/contract/support';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** Contacts change about once a month; a page that is open all day refetches them occasionally. */
const staleTime = 10 * 60_000;

export const contacts = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.contacts, 'list'],
    queryFn: ({ signal }) => client.call(contactList, {}, { signal }),
    staleTime,
  });

/** The default contact, which every installation has; null while the operator hides it. */
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
