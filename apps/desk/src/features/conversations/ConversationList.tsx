// i18n-keys: conversation.noneWaiting conversation.noneSnoozed conversation.noneClosed
import type { ConversationFilter } from '@parley/chat-core';
import './conversations.css';
import type { Conversation } from '@parley/contract/conversations';
import { EmptyState, ErrorPanel } from '@parley/ui';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.ts';
import { ConversationRow } from './ConversationRow.tsx';
import { TriageButton } from './TriageMenu.tsx';
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
  /** Shown below the conversations, such as the messages that a search has found. */
  besides: ReactNode;
};

const noneOf = {
  waiting: 'conversation.noneWaiting',
  snoozed: 'conversation.noneSnoozed',
  closed: 'conversation.noneClosed',
} as const;

function Nothing({ filters, onClearFilters }: Pick<Properties, 'filters' | 'onClearFilters'>) {
  const { t } = useTranslation();
  const { view } = filters;
  const isNarrowed = filters.search.trim() !== '' || filters.platform !== null || filters.tagIds.length > 0;
  const isFiltered = isNarrowed || filters.unread;
  if (!isFiltered && view !== 'open' && view !== 'all') return <EmptyState title={t(noneOf[view])} />;
  if (!isFiltered) {
    return <EmptyState title={t('conversation.none')} hint={t('conversation.noneHint')} />;
  }
  return (
    <EmptyState
      title={t(isNarrowed ? 'conversation.noMatch' : 'conversation.allRead')}
      action={<Button onClick={onClearFilters}>{t('conversation.clearFilters')}</Button>}
    />
  );
}

/** Stands where rows will be, in their shape. */
function Placeholders({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <div className="desk-placeholders" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={at} active avatar={{ size: 36 }} title={{ width: '40%' }} paragraph={{ rows: 1 }} />
      ))}
    </div>
  );
}

/** Calls `onVisible` whenever the end of the list comes near. */
function ListEnd({ onVisible }: { onVisible: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = end;
    if (current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onVisible();
      },
      { rootMargin: '300px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [onVisible]);
  return <div ref={end} style={{ blockSize: 1 }} />;
}

/** A row that leaves with the focus, as by its own menu, gives it to the next one. */
function keepFocusInList(row: HTMLLIElement): () => void {
  return () => {
    if (!row.contains(document.activeElement)) return;
    const next = row.nextElementSibling ?? row.previousElementSibling;
    next?.querySelector('a')?.focus({ preventScroll: true });
  };
}

/** The conversations, latest message first; more are loaded while scrolling. */
export function ConversationList(properties: Properties) {
  const { conversations, status, problem, onRetry, hasMore, loadingMore, onMore } = properties;
  const { t } = useTranslation();
  const now = useNow();
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
    <div className="desk-scroll">
      <ul className="desk-rows" aria-label={t('conversation.list')}>
        {conversations.map((conversation) => (
          <li key={conversation.id} ref={keepFocusInList} className="desk-row-item">
            <ConversationRow
              conversation={conversation}
              selected={conversation.id === properties.selectedId}
              to={properties.pathOf(conversation.id)}
              now={now}
              search={properties.filters.search}
              accountName={properties.accountNameOf(conversation)}
            />
            <TriageButton
              className="desk-row-menu"
              conversation={conversation}
              onAct={(act) => properties.onTriage(conversation, act)}
            />
          </li>
        ))}
      </ul>
      {status === 'error' ? <ErrorPanel problem={problem} onRetry={onRetry} /> : null}
      {hasMore && !loadingMore ? <ListEnd onVisible={onMore} /> : null}
      {loadingMore ? <Placeholders count={2} /> : null}
      {hasMore ? null : properties.besides}
    </div>
  );
}
