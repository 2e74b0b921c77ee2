import type { Client } from '@parley/api-client';
import { operatorContactList } from '@parley/contract/support';
import { queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';

/** All official contacts, including hidden ones, for the operator. */
export const operatorContacts = (client: Client) =>
  queryOptions({
    queryKey: operatorKeys.contacts,
    queryFn: ({ signal }) => client.call(operatorContactList, {}, { signal }),
  });
