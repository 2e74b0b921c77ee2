import { type Client, workIn } from '@parley/api-client';
import { type DeskSocialAccount, deskSocialAccounts } from '@parley/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useGathered } from '../../lib/use-gathered.ts';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';

const key = ['social-accounts'] as const;
const gatherMs = 600;

export function socialAccountsQuery(client: Client) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => client.call(deskSocialAccounts, {}, { signal }),
  });
}

/** Keeps states and unread counts equal to what the socket tells; call it once. */
export function useSocialAccountUpdates(): void {
  const queryClient = useQueryClient();
  const refreshSoon = useGathered(() => void queryClient.invalidateQueries({ queryKey: key }), gatherMs);

  useLiveEvent('account', ({ socialAccountId, state, reason }) => {
    const known = queryClient.getQueryData<DeskSocialAccount[]>(key);
    if (!known?.some((account) => account.id === socialAccountId)) return refreshSoon();
    const accounts = known.map((account) =>
      account.id === socialAccountId ? { ...account, state, stateReason: reason } : account,
    );
    workIn(queryClient, key, accounts);
  });
  useLiveEvent('changed', ({ seq, message }) => {
    if (message.direction === 'in' && message.seq === seq) refreshSoon();
  });
  useLiveEvent('conversation', refreshSoon);
  useLiveConnect(refreshSoon);
}
