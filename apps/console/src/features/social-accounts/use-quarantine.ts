import { quarantinePage } from '@parley/contract/channels';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

export const quarantinePageSize = 20;

/** Returns a page of the inbound messages that couldn't be stored, of one account or of all. */
export function useQuarantine(pageNo: number, socialAccountId?: string) {
  const client = useClient();
  const query = {
    pageNo,
    pageSize: quarantinePageSize,
    ...(socialAccountId === undefined ? {} : { socialAccountId }),
  };
  return useQuery({
    queryKey: [...queryKeys.quarantine, query],
    queryFn: ({ signal }) => client.call(quarantinePage, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
