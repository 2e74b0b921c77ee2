import { type Client, mergeIntoCache } from '@parley/api-client';
import { type DeskSocialAccount, deskSocialAccounts, muteSocialAccount } from '@parley/contract/channels';
import { useErrorToast } from '@parley/ui';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
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

/** The part of a social account that matters to one conversation, without the unread count, which changes with each message. */
export type ConversationAccount = Omit<DeskSocialAccount, 'unread'>;

/** Returns the social account of a conversation; undefined while unknown. */
export function useConversationAccount(id: string | undefined): ConversationAccount | undefined {
  const { client } = useDesk();
  const select = useCallback(
    (accounts: readonly DeskSocialAccount[]): ConversationAccount | null => {
      const found = accounts.find((account) => account.id === id);
      if (found === undefined) return null;
      const { unread: _, ...account } = found;
      return account;
    },
    [id],
  );
  return useQuery({ ...socialAccountsQuery(client), select }).data ?? undefined;
}

/** Changes an account in the displayed list; returns false if it isn't in there. */
function changeShown(
  queryClient: QueryClient,
  id: string,
  change: Partial<Pick<DeskSocialAccount, 'state' | 'stateReason' | 'muted'>>,
): boolean {
  const known = queryClient.getQueryData<DeskSocialAccount[]>(key);
  if (!known?.some((account) => account.id === id)) return false;
  const accounts = known.map((account) => (account.id === id ? { ...account, ...change } : account));
  mergeIntoCache(queryClient, key, accounts);
  return true;
}

/** Returns the mutation that mutes or unmutes a social account for all desks of this sub-account. */
export function useMuting({ id, muted }: DeskSocialAccount) {
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(muteSocialAccount, { body: { socialAccountId: id, muted: !muted } }),
    onSuccess: (saved) => void changeShown(queryClient, id, { muted: saved.muted }),
    onError: useErrorToast(),
  });
  return { toggle: () => mutate(), isPending };
}

/** Keeps states and unread counts current by socket events; use it once. */
export function useSocialAccountUpdates(): void {
  const queryClient = useQueryClient();
  const refreshSoon = useThrottled(() => void queryClient.invalidateQueries({ queryKey: key }), throttleMs);

  useLiveEvent('account', ({ socialAccountId, state, reason }) => {
    if (!changeShown(queryClient, socialAccountId, { state, stateReason: reason })) refreshSoon();
  });
  useLiveEvent('accountMoved', refreshSoon);
  useLiveEvent('accountMuted', ({ socialAccountId, muted }) => {
    if (!changeShown(queryClient, socialAccountId, { muted })) refreshSoon();
  });
  useLiveEvent('changed', ({ seq, message }) => {
    if (message.direction === 'in' && message.seq === seq) refreshSoon();
  });
  useLiveEvent('conversation', refreshSoon);
  useLiveConnect(refreshSoon);
}
