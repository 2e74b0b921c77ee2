import type { Client } from '@parley/api-client';
import { getSubAccount } from '@parley/contract/sub-accounts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** The current state of a sub-account, for everything that shows one. */
export const oneSubAccount = (client: Client, subAccountId: string) =>
  queryOptions({
    queryKey: [...queryKeys.subAccounts, 'one', subAccountId],
    queryFn: ({ signal }) => client.call(getSubAccount, { query: { subAccountId } }, { signal }),
  });
