import type { Client } from '@parley/api-client';
import { getSubAccount } from '@parley/contract/sub-accounts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** A sub-account as it is now; whatever is shown of it comes out of this one answer. */
export const oneSubAccount = (client: Client, subAccountId: string) =>
  queryOptions({
    queryKey: [...queryKeys.subAccounts, 'one', subAccountId],
    queryFn: ({ signal }) => client.call(getSubAccount, { query: { subAccountId } }, { signal }),
  });
