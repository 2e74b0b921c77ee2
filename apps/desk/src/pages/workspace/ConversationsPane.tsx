import type { ConversationFilter } from '@parley/chat-core';
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Conversation } from '@parley/contract/conversations';
import type { InputRef } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversationFilters } from '../../features/conversations/ConversationFilters.tsx';
import { ConversationList } from '../../features/conversations/ConversationList.tsx';
import { AccountSelect } from '../../features/social-accounts/AccountList.tsx';
import type { DeskLocation } from './use-desk-location.ts';
import type { OpenList } from './use-open-list.ts';

type Properties = {
  location: DeskLocation;
  list: OpenList;
  accounts: readonly DeskSocialAccount[];
  searchRef: RefObject<InputRef | null>;
};

/** Names the account of a conversation where the list holds those of several accounts. */
function accountNames(accounts: readonly DeskSocialAccount[], { socialAccountId }: ConversationFilter) {
  if (socialAccountId !== null || accounts.length < 2) return () => null;
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return (conversation: Conversation) => names.get(conversation.socialAccountId) ?? null;
}

/** The pane of conversations with its filters. */
export function ConversationsPane({ location, list, accounts, searchRef }: Properties) {
  const { t } = useTranslation();
  const { filters, setFilters, conversationId, pathOf } = location;
  const { query, conversations } = list;
  return (
    <section className="desk-pane-list" aria-label={t('conversation.list')}>
      <AccountSelect
        accounts={accounts}
        selected={filters.socialAccountId}
        onSelect={(socialAccountId) => setFilters({ socialAccountId })}
      />
      <ConversationFilters filters={filters} onChange={setFilters} searchRef={searchRef} />
      <ConversationList
        conversations={conversations}
        status={query.status}
        problem={query.error}
        onRetry={() => void query.refetch()}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
        selectedId={conversationId}
        pathOf={pathOf}
        accountNameOf={accountNames(accounts, filters)}
        filters={filters}
        onClearFilters={() => setFilters({ search: '', unread: false })}
      />
    </section>
  );
}
