import { mergeIntoCache } from '@parley/api-client';
import type { SocialAccount } from '@parley/contract/channels';
import type { ServerEvents } from '@parley/contract/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** Applies a connection event to every loaded list; lists filtered by state are refetched. */
export function applyAccountEvent(
  queryClient: QueryClient,
  event: Parameters<ServerEvents['account']>[0],
  now: number,
): void {
  const lists = queryClient.getQueriesData<{ list: SocialAccount[] }>({
    queryKey: queryKeys.socialAccountLists,
  });
  for (const [key, page] of lists) {
    if (page === undefined) continue;
    mergeIntoCache(queryClient, key, {
      ...page,
      list: page.list.map((account) => withState(account, event, now)),
    });
  }
}

function withState(
  account: SocialAccount,
  { socialAccountId, state, reason }: Parameters<ServerEvents['account']>[0],
  now: number,
): SocialAccount {
  if (account.id !== socialAccountId) return account;
  return {
    ...account,
    state,
    stateReason: reason,
    inactive: account.inactive && state !== 'online',
    purgeAt: state === 'online' ? null : account.purgeAt,
    stateSince: account.state === state ? account.stateSince : now,
  };
}
