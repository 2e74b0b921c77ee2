import { flatten } from '@parley/chat-core';
import './workspace.css';
import { ErrorPanel, OfflineBanner } from '@parley/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Drawer, type InputRef, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatServicesProvider } from '../../features/chat/ChatServices.tsx';
import { HoldSetting } from '../../features/chat/HoldSetting.tsx';
import { useCustomerSignals } from '../../features/chat/use-customer-signals.ts';
import { ConversationFilters } from '../../features/conversations/ConversationFilters.tsx';
import { ConversationList } from '../../features/conversations/ConversationList.tsx';
import { conversationListQuery } from '../../features/conversations/conversation-queries.ts';
import { useConversationUpdates } from '../../features/conversations/use-conversation-updates.ts';
import { type Me, meQuery, useMeUpdates } from '../../features/identity/me-query.ts';
import { AccountList, AccountSelect, unreadIn } from '../../features/social-accounts/AccountList.tsx';
import {
  socialAccountsQuery,
  useSocialAccountUpdates,
} from '../../features/social-accounts/account-queries.ts';
import { DeskSettings } from '../../features/translation-settings/DeskSettings.tsx';
import { LanguageQuestion } from '../../features/translation-settings/LanguageQuestion.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { useStore } from '../../lib/use-store.ts';
import { ShortcutHelp } from '../../ui/ShortcutHelp.tsx';
import { WorkspaceSkeleton } from '../../ui/WorkspaceSkeleton.tsx';
import { DeskHeader } from './DeskHeader.tsx';
import { OpenConversation } from './OpenConversation.tsx';
import { useDeskLocation } from './use-desk-location.ts';

type Panel = 'settings' | 'help' | null;

function useUnreadTitle(unread: number): void {
  const { t } = useTranslation();
  useEffect(() => {
    const title = t('pageTitle');
    document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title}` : title;
  }, [unread, t]);
}

/** The list's data and the row that the keys lead to. */
function useConversations(location: ReturnType<typeof useDeskLocation>) {
  const { client } = useDesk();
  const query = useInfiniteQuery(conversationListQuery(client, location.filters));
  const conversations = useMemo(() => (query.data ? flatten(query.data) : []), [query.data]);
  const step = (by: 1 | -1) => {
    const at = conversations.findIndex((one) => one.id === location.conversationId);
    const next = conversations[at < 0 ? 0 : at + by];
    if (next) location.open(next.id);
  };
  return { query, conversations, step };
}

function Workspace({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { client, live } = useDesk();
  const location = useDeskLocation();
  const { query, conversations, step } = useConversations(location);
  const accounts = useQuery(socialAccountsQuery(client));
  const signals = useCustomerSignals();
  const [panel, setPanel] = useState<Panel>(null);
  const searchRef = useRef<InputRef>(null);
  const { filters, setFilters, conversationId } = location;

  useConversationUpdates();
  useSocialAccountUpdates();
  useMeUpdates();
  useUnreadTitle(unreadIn(accounts.data ?? []));
  const search = () => searchRef.current?.focus({ cursor: 'all' });
  useHotkeys({
    'Alt+ArrowUp': () => step(-1),
    'Alt+ArrowDown': () => step(1),
    '/': search,
    'Ctrl+K': search,
    '?': () => setPanel('help'),
  });

  const accountList = accounts.data ?? [];
  const choice = {
    accounts: accountList,
    selected: filters.socialAccountId,
    onSelect: (id: string | null) => setFilters({ socialAccountId: id }),
  };
  return (
    <div className="desk">
      <DeskHeader me={me} onSettings={() => setPanel('settings')} onHelp={() => setPanel('help')} />
      <OfflineBanner connected={useStore(live.state) !== 'lost'} />
      <LanguageQuestion onAnswered={() => searchRef.current?.focus()} />
      <div className="desk-panes" data-pane={conversationId === null ? 'list' : 'chat'}>
        <nav className="desk-pane-accounts" aria-label={t('account.list')}>
          {accounts.isPending ? (
            <div className="desk-placeholders" role="status" aria-label={t('loading')}>
              <Skeleton active title={false} paragraph={{ rows: 4 }} />
            </div>
          ) : accounts.data === undefined ? (
            <ErrorPanel problem={accounts.error} onRetry={() => void accounts.refetch()} />
          ) : (
            <AccountList {...choice} />
          )}
        </nav>
        <section className="desk-pane-list" aria-label={t('conversation.list')}>
          <AccountSelect {...choice} />
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
            pathOf={location.pathOf}
            accountNameOf={(conversation) =>
              filters.socialAccountId === null && accountList.length > 1
                ? (accountList.find((one) => one.id === conversation.socialAccountId)?.name ?? null)
                : null
            }
            filters={filters}
            onClearFilters={() => setFilters({ search: '', unread: false })}
          />
        </section>
        <main className="desk-pane-chat">
          <OpenConversation
            key={conversationId}
            conversationId={conversationId}
            accounts={accountList}
            me={me}
            signals={signals}
            backTo={location.listPath}
          />
        </main>
      </div>
      <Drawer
        open={panel === 'settings'}
        onClose={() => setPanel(null)}
        title={t('settings.desk')}
        size={400}
        destroyOnHidden
      >
        <DeskSettings onSaved={() => setPanel(null)}>
          <HoldSetting />
        </DeskSettings>
      </Drawer>
      <ShortcutHelp open={panel === 'help'} onClose={() => setPanel(null)} />
    </div>
  );
}

/** The whole desk of the logged-in sub-account. */
export function WorkspacePage() {
  const { client } = useDesk();
  const me = useQuery(meQuery(client));
  if (me.isPending) return <WorkspaceSkeleton />;
  if (me.isError && me.data === undefined) {
    return (
      <div className="desk-entrance">
        <ErrorPanel problem={me.error} onRetry={() => void me.refetch()} />
      </div>
    );
  }
  return (
    <ChatServicesProvider key={me.data.subAccountId} subAccountId={me.data.subAccountId}>
      <Workspace me={me.data} />
    </ChatServicesProvider>
  );
}
