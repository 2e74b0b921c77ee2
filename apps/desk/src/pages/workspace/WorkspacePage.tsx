import './workspace.css';
import type { DeskSocialAccount } from '@parley/contract/channels';
import { ErrorPanel, lazyDialog, OfflineBanner } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Drawer, type InputRef } from 'antd';
import { memo, type RefObject, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatServicesProvider } from '../../features/chat/ChatServices.tsx';
import { HoldSetting } from '../../features/chat/HoldSetting.tsx';
import { UndeliveredTexts } from '../../features/chat/UndeliveredTexts.tsx';
import { useCustomerSignals } from '../../features/chat/use-customer-signals.ts';
import { useConversationUpdates } from '../../features/conversations/use-conversation-updates.ts';
import { AgentNameSetting } from '../../features/identity/AgentNameSetting.tsx';
import { type Me, meQuery, useMeUpdates } from '../../features/identity/me-query.ts';
import { useRatingUpdates } from '../../features/ratings/use-rating-updates.ts';
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
import { AccountsPane } from './AccountsPane.tsx';
import { AlertDrawer } from './AlertDrawer.tsx';
import { ConversationsPane } from './ConversationsPane.tsx';
import { DeskHeader } from './DeskHeader.tsx';
import { OpenConversation } from './OpenConversation.tsx';
import { useDeskLocation } from './use-desk-location.ts';
import { useHandOvers } from './use-hand-overs.tsx';
import { type OpenList, useOpenList } from './use-open-list.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useWorkspaceAlerts } from './use-workspace-alerts.ts';

const ProspectiveFansDrawer = lazyDialog(
  async () =>
    (await import('../../features/prospective-fans/ProspectiveFansDrawer.tsx')).ProspectiveFansDrawer,
  { drawer: true },
);

type Panel = 'prospective-fans' | 'alerts' | 'settings' | 'help' | null;

function useUpdates(): void {
  useConversationUpdates();
  useSocialAccountUpdates();
  useMeUpdates();
}

function useWorkspaceKeys(
  { step }: OpenList,
  searchRef: RefObject<InputRef | null>,
  open: (panel: Panel) => void,
): void {
  const search = () => searchRef.current?.focus({ cursor: 'all' });
  useHotkeys({
    'Alt+ArrowUp': () => step(-1),
    'Alt+ArrowDown': () => step(1),
    '/': search,
    'Ctrl+K': search,
    L: () => open('prospective-fans'),
    '?': () => open('help'),
  });
}

function Workspace({ me }: { me: Me }) {
  const { client, live } = useDesk();
  const location = useDeskLocation();
  const list = useOpenList(location);
  const { data: accounts = [] } = useQuery(socialAccountsQuery(client));
  const signals = useCustomerSignals();
  const [panel, setPanel] = useState<Panel>(null);
  const searchRef = useRef<InputRef>(null);
  const { filters, setFilters, conversationId } = location;
  const selectAccount = useCallback(
    (socialAccountId: string | null) => setFilters({ socialAccountId }),
    [setFilters],
  );

  const { handOvers, onTriage, showAway, panels } = useHandOvers(location);
  const prefetch = usePrefetch();
  useUpdates();
  useRatingUpdates(conversationId);
  useWorkspaceAlerts(me, accounts, location);
  useWorkspaceKeys(list, searchRef, setPanel);

  return (
    <div className="desk">
      <DeskHeader me={me} onOpen={setPanel} />
      <OfflineBanner connected={useStore(live.state) !== 'lost'} />
      <UndeliveredTexts />
      <LanguageQuestion onAnswered={() => searchRef.current?.focus()} />
      <div className="desk-panes" data-pane={conversationId === null ? 'list' : 'chat'}>
        <AccountsPane selected={filters.socialAccountId} onSelect={selectAccount} />
        <ConversationsPane
          location={location}
          list={list}
          accounts={accounts}
          onSelectAccount={selectAccount}
          searchRef={searchRef}
          onTriage={onTriage}
          onIntent={prefetch}
          onHandedOver={showAway}
        />
        <main className="desk-pane-chat">
          <OpenConversation
            key={conversationId}
            conversationId={conversationId}
            place={location.place}
            me={me}
            typing={conversationId !== null && signals.typing.has(conversationId)}
            online={conversationId === null ? undefined : signals.online.get(conversationId)}
            onTriage={onTriage}
            handOvers={handOvers}
            backTo={location.listPath}
            pathOf={location.pathOf}
          />
        </main>
      </div>
      <Panels accounts={accounts} panel={panel} pathOf={location.pathOf} onOpen={setPanel} />
      {panels}
    </div>
  );
}

type PanelsProperties = {
  accounts: readonly DeskSocialAccount[];
  panel: Panel;
  pathOf: (conversationId: string) => string;
  onOpen: (panel: Panel) => void;
};

/** The drawers and dialogs over the page. */
const Panels = memo(function Panels({ accounts, panel, pathOf, onOpen }: PanelsProperties) {
  const close = () => onOpen(null);
  return (
    <>
      <AlertDrawer accounts={accounts} open={panel === 'alerts'} onClose={close} />
      <DeskSettingsDrawer open={panel === 'settings'} onClose={close} />
      <ShortcutHelp open={panel === 'help'} onClose={close} />
      {panel === 'prospective-fans' ? <ProspectiveFansDrawer pathOf={pathOf} onClose={close} /> : null}
    </>
  );
});

function DeskSettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer open={open} onClose={onClose} title={t('settings.desk')} size={400} destroyOnHidden>
      <DeskSettings onSaved={onClose}>
        <AgentNameSetting />
        <HoldSetting />
      </DeskSettings>
    </Drawer>
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
