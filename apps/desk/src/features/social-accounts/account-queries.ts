import { type Client, mergeIntoCache } from '@parley/api-client';
import { type DeskSocialAccount, deskSocialAccounts } from '@parley/contract/channels';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { useThrottled } from '../../lib/use-throttled.ts';

const key = ['social-accounts'] as const;
const throttleMs = 600;

export function socialAccountsQuery(client: Client) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => client.call(deskSocialAccounts, {}, { signal }),
  });
}

/** Keeps states and unread counts up to date with the socket's events; call it once. */
export function useSocialAccountUpdates(): void {
  const queryClient = useQueryClient();
  const refreshSoon = useThrottled(() => void queryClient.invalidateQueries({ queryKey: key }), throttleMs);

  useLiveEvent('account', ({ socialAccountId, state, reason }) => {
    const known = queryClient.getQueryData<DeskSocialAccount[]>(key);
    if (!known?.some((account) => account.id === socialAccountId)) return refreshSoon();
    const accounts = known.map((account) =>
      account.id === socialAccountId ? { ...account, state, stateReason: reason } : account,
    );
    mergeIntoCache(queryClient, key, accounts);
  });
  useLiveEvent('changed', ({ seq, message }) => {
    if (message.direction === 'in' && message.seq === seq) refreshSoon();
  });
  useLiveEvent('conversation', refreshSoon);
  useLiveConnect(refreshSoon);
}
