import { isApiError } from '@parley/api-client';
import type { CustomerSignals } from '@parley/chat-core';
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Conversation } from '@parley/contract/conversations';
import { messageLimit } from '@parley/contract/values';
import { EmptyState, ErrorPanel } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChatPane } from '../../features/chat/ChatPane.tsx';
import { noAbilities } from '../../features/chat/possible-acts.ts';
import {
  conversationQuery,
  refreshConversation,
  showConversation,
} from '../../features/conversations/conversation-queries.ts';
import { TriageTools } from '../../features/conversations/TriageTools.tsx';
import type { Triage } from '../../features/conversations/use-triage.tsx';
import { CustomerProfile } from '../../features/customer-profile/CustomerProfile.tsx';
import type { Me } from '../../features/identity/me-query.ts';
import { ConversationSettings } from '../../features/translation-settings/ConversationSettings.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { CharactersNotice } from './CharactersNotice.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { useComposerTools } from './use-composer-tools.tsx';

type Properties = {
  conversationId: string | null;
  accounts: readonly DeskSocialAccount[];
  me: Me;
  signals: CustomerSignals;
  onTriage: Triage;
  /** The address of the list, where only one pane fits. */
  backTo: string;
};

type Opened = Omit<Properties, 'conversationId'> & { conversationId: string };

function Chat({ conversationId, accounts, me, signals, onTriage, backTo }: Opened) {
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const query = useQuery(conversationQuery(client, queryClient, conversationId));
  const [settings, setSettings] = useState(false);
  const [profile, setProfile] = useState(false);
  const account = accounts.find((one) => one.id === query.data?.socialAccountId);
  const names = { agent: me.remark, account: account?.name ?? null };
  const composer = useComposerTools({ conversationId, conversation: query.data, account, names });
  const onRead = useCallback((read: Conversation) => showConversation(queryClient, read), [queryClient]);

  if (isApiError(query.error, 'conversation.not-found') || isApiError(query.error, 'request.invalid')) {
    return <ConversationGone backTo={backTo} />;
  }
  if (query.isError && query.data === undefined) {
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  }
  const conversation = query.data;
  return (
    <>
      <ChatHeader
        conversation={conversation}
        account={account}
        online={signals.online.get(conversationId)}
        backTo={backTo}
        triage={
          conversation === undefined ? null : <TriageTools conversation={conversation} onTriage={onTriage} />
        }
        onSettings={() => setSettings(true)}
        onProfile={() => setProfile(true)}
      />
      <ChatPane
        conversationId={conversationId}
        conversation={conversation}
        typing={signals.typing.has(conversationId)}
        limit={account?.capabilities?.text.maxCodePoints ?? messageLimit}
        canShowTyping={account?.capabilities?.typing.outbound ?? false}
        canSendFiles={Object.keys(account?.capabilities?.media ?? {}).length > 0}
        abilities={account?.capabilities ?? noAbilities}
        names={names}
        onRead={onRead}
        notice={
          <>
            <CharactersNotice me={me} />
            {composer.panels}
          </>
        }
        tools={composer.buttons}
        onSettings={() => setSettings(true)}
      />
      <ProfileDrawer conversation={conversation} open={profile} onClose={() => setProfile(false)} />
      <ConversationSettingsDrawer
        conversationId={conversationId}
        open={settings}
        onClose={() => setSettings(false)}
      />
    </>
  );
}

function ConversationGone({ backTo }: { backTo: string }) {
  const { t } = useTranslation();
  const back = (
    <Link to={backTo}>
      <Button>{t('chat.back')}</Button>
    </Link>
  );
  return <EmptyState title={t('chat.gone')} hint={t('chat.goneHint')} action={back} />;
}

type SettingsProperties = { conversationId: string; open: boolean; onClose: () => void };

function ConversationSettingsDrawer({ conversationId, open, onClose }: SettingsProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const onSaved = () => {
    onClose();
    // The header shows the customer's language and whether it is pinned.
    void refreshConversation(client, queryClient, conversationId);
  };
  return (
    <Drawer open={open} onClose={onClose} title={t('settings.conversation')} size={400} destroyOnHidden>
      <ConversationSettings conversationId={conversationId} onSaved={onSaved} />
    </Drawer>
  );
}

type DrawerProperties = { conversation: Conversation | undefined; open: boolean; onClose: () => void };

function ProfileDrawer({ conversation, open, onClose }: DrawerProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  if (!conversation?.fan) return null;
  const { id, fan } = conversation;
  // Lists and head call the customer as it was noted.
  const onSaved = () => void refreshConversation(client, queryClient, id);
  return (
    <Drawer open={open} onClose={onClose} title={t('profile.title')} size={400} destroyOnHidden>
      <CustomerProfile conversationId={id} fanId={fan.id} onSaved={onSaved} />
    </Drawer>
  );
}

/** The chat pane with its head, or what to do to get one. */
export function OpenConversation({ conversationId, ...rest }: Properties) {
  const { t } = useTranslation();
  if (conversationId === null) {
    return (
      <div className="desk-nothing-open">
        <EmptyState title={t('chat.choose')} hint={t('chat.chooseHint')} />
      </div>
    );
  }
  return <Chat conversationId={conversationId} {...rest} />;
}
