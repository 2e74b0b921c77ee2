import type { ConversationFilter } from '@parley/chat-core';
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Conversation } from '@parley/contract/conversations';
import { useQuery } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { type RefObject, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversationFilters } from '../../features/conversations/ConversationFilters.tsx';
import { ConversationList } from '../../features/conversations/ConversationList.tsx';
import { conversationCountsQuery } from '../../features/conversations/conversation-queries.ts';
import { FoundMessages } from '../../features/conversations/FoundMessages.tsx';
import type { Intent } from '../../features/conversations/use-intent.ts';
import type { Triage } from '../../features/conversations/use-triage.tsx';
import { AccountSelect } from '../../features/social-accounts/AccountList.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import type { DeskLocation } from './use-desk-location.ts';
import type { OpenList } from './use-open-list.ts';

type Properties = {
  location: DeskLocation;
  list: OpenList;
  accounts: readonly DeskSocialAccount[];
  onSelectAccount: (id: string | null) => void;
  searchRef: RefObject<InputRef | null>;
  onTriage: Triage;
  onIntent: (id: string, intent: Intent) => void;
  onHandedOver: () => void;
};

/** Returns a function that names a conversation's account if the list contains those of several accounts. */
function useAccountNames(accounts: readonly DeskSocialAccount[], { socialAccountId }: ConversationFilter) {
  return useMemo(() => {
    if (socialAccountId !== null || accounts.length < 2) return () => null;
    const names = new Map(accounts.map(({ id, name }) => [id, name]));
    return (conversation: Conversation) => names.get(conversation.socialAccountId) ?? null;
  }, [accounts, socialAccountId]);
}

/** Returns the change that removes the filters shown as tags below the search; views with a tab stay. */
const takenOff = ({ view }: ConversationFilter): Partial<ConversationFilter> => ({
  search: '',
  unread: false,
  platform: null,
  kind: null,
  tagIds: [],
  ...(view === 'archived' && { view: 'open' as const }),
});

/** The pane of conversations with its filters. */
export function ConversationsPane({
  location,
  list,
  accounts,
  onSelectAccount,
  searchRef,
  onTriage,
  onIntent,
  onHandedOver,
}: Properties) {
  const { t } = useTranslation();
  const { filters, setFilters, conversationId, pathOf, messagePathOf } = location;
  const { query, conversations } = list;
  const { client } = useDesk();
  const text = filters.search.trim();
  const { data: counts } = useQuery(conversationCountsQuery(client));
  const platformIds = useMemo(
    () => [...new Set(accounts.map(({ platform }) => platform))].sort(),
    [accounts],
  );
  const accountNameOf = useAccountNames(accounts, filters);
  const { fetchNextPage } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <section className="desk-pane-list" aria-label={t('conversation.list')}>
      <AccountSelect accounts={accounts} selected={filters.socialAccountId} onSelect={onSelectAccount} />
      <ConversationFilters
        filters={filters}
        onChange={setFilters}
        searchRef={searchRef}
        platformIds={platformIds}
        counts={counts}
        onHandedOver={onHandedOver}
      />
      <ConversationList
        conversations={conversations}
        status={query.status}
        problem={query.error}
        onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={onMore}
        selectedId={conversationId}
        pathOf={pathOf}
        accountNameOf={accountNameOf}
        filters={filters}
        onClearFilters={() => setFilters(takenOff(filters))}
        onTriage={onTriage}
        onIntent={onIntent}
        besides={text === '' ? null : <FoundMessages text={text} filters={filters} pathOf={messagePathOf} />}
      />
    </section>
  );
}
