// i18n-keys: conversation.noneWaiting conversation.noneSnoozed conversation.noneClosed conversation.noneArchived
import type { ConversationFilter } from '@parley/chat-core';
import './conversations.css';
import type { Conversation } from '@parley/contract/conversations';
import { EmptyState, ErrorPanel } from '@parley/ui';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversationRows } from './ConversationRows.tsx';
import type { Intent } from './use-intent.ts';
import type { Triage } from './use-triage.tsx';

type Properties = {
  conversations: readonly Conversation[];
  status: 'pending' | 'error' | 'success';
  problem: unknown;
  onRetry: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
  selectedId: string | null;
  pathOf: (id: string) => string;
  accountNameOf: (conversation: Conversation) => string | null;
  filters: ConversationFilter;
  onClearFilters: () => void;
  onTriage: Triage;
  onIntent: (id: string, intent: Intent) => void;
  /** Shown below the conversations, such as the messages that a search has found. */
  besides: ReactNode;
};

const noneOf = {
  waiting: 'conversation.noneWaiting',
  snoozed: 'conversation.noneSnoozed',
  closed: 'conversation.noneClosed',
  archived: 'conversation.noneArchived',
} as const;

function Nothing({ filters, onClearFilters }: Pick<Properties, 'filters' | 'onClearFilters'>) {
  const { t } = useTranslation();
  const { view, search, platform, kind, tagIds } = filters;
  const isNarrowed = search.trim() !== '' || platform !== null || kind !== null || tagIds.length > 0;
  const isFiltered = isNarrowed || filters.unread;
  const showAll = <Button onClick={onClearFilters}>{t('conversation.clearFilters')}</Button>;
  if (!isFiltered && view !== 'open' && view !== 'all')
    // The other views have a tab, and the way back is the tab beside it.
    return <EmptyState title={t(noneOf[view])} action={view === 'archived' ? showAll : null} />;
  if (!isFiltered) {
    return <EmptyState title={t('conversation.none')} hint={t('conversation.noneHint')} />;
  }
  return (
    <EmptyState title={t(isNarrowed ? 'conversation.noMatch' : 'conversation.allRead')} action={showAll} />
  );
}

/** Placeholders in the shape of rows. */
function Placeholders({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <div className="desk-placeholders" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are interchangeable
        <Skeleton key={at} active avatar={{ size: 36 }} title={{ width: '40%' }} paragraph={{ rows: 1 }} />
      ))}
    </div>
  );
}

/** The conversations, latest message first; more are loaded on scrolling. */
export function ConversationList(properties: Properties) {
  const { conversations, status, problem, onRetry, hasMore, loadingMore, filters } = properties;
  if (status === 'pending') return <Placeholders count={8} />;
  if (status === 'error' && conversations.length === 0) {
    return <ErrorPanel problem={problem} onRetry={onRetry} />;
  }
  if (conversations.length === 0) {
    return (
      <div className="desk-scroll">
        <Nothing {...properties} />
        {properties.besides}
      </div>
    );
  }
  return (
    <ConversationRows
      // A different list starts at its top.
      key={JSON.stringify(filters)}
      conversations={conversations}
      hasMore={hasMore}
      canLoadMore={!loadingMore && status !== 'error'}
      onMore={properties.onMore}
      selectedId={properties.selectedId}
      pathOf={properties.pathOf}
      accountNameOf={properties.accountNameOf}
      search={filters.search}
      onTriage={properties.onTriage}
      onIntent={properties.onIntent}
    >
      {status === 'error' ? <ErrorPanel problem={problem} onRetry={onRetry} /> : null}
      {loadingMore ? <Placeholders count={2} /> : null}
      {hasMore ? null : properties.besides}
    </ConversationRows>
  );
}
