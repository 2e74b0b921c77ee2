import type { Client } from '@parley/api-client';
import { contactList, defaultContactId, getContact } from '@parley/contract';
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

/** The contact that is known from the start, asked for once. */
export const startUpContact = (client: Client) =>
  queryOptions({
    queryKey: [...queryKeys.contacts, defaultContactId],
    queryFn: ({ signal }) => client.call(getContact, { query: { id: defaultContactId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
