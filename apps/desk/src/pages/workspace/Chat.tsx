import { isApiError } from '@parley/api-client';
import type { Conversation } from '@parley/contract/conversations';
import { messageLimit } from '@parley/contract/values';
import { EmptyState, ErrorPanel } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { type ComponentProps, type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChatPane } from '../../features/chat/ChatPane.tsx';
import { noAbilities } from '../../features/chat/possible-acts.ts';
import type { NamedPlace } from '../../features/chat/use-jumps.tsx';
import { ColleagueFaces } from '../../features/colleagues/ColleagueFaces.tsx';
import { ReplyingLine } from '../../features/colleagues/ReplyingLine.tsx';
import { useColleagues } from '../../features/colleagues/use-colleagues.ts';
import {
  conversationQuery,
  refreshConversation,
  showConversation,
} from '../../features/conversations/conversation-queries.ts';
import { TriageTools } from '../../features/conversations/TriageTools.tsx';
import type { Triage } from '../../features/conversations/use-triage.tsx';
import { HandOverNotice } from '../../features/hand-overs/HandOverNotice.tsx';
import type { HandOvers } from '../../features/hand-overs/use-hand-over.tsx';
import type { Me } from '../../features/identity/me-query.ts';
import { GroupExitNotice } from '../../features/members/GroupExitNotice.tsx';
import {
  type ConversationAccount,
  useConversationAccount,
} from '../../features/social-accounts/account-queries.ts';
import { ConversationSettings } from '../../features/translation-settings/ConversationSettings.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { CharactersNotice } from './CharactersNotice.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { CustomerPane, hasPane } from './CustomerPane.tsx';
import { useComposerTools } from './use-composer-tools.tsx';
import { useCustomerPane } from './use-customer-pane.ts';

export type ChatProperties = {
  conversationId: string;
  /** The message at which to open it. */
  place: NamedPlace | null;
  me: Me;
  typing: boolean;
  /** Undefined if the platform hasn't reported it. */
  online: boolean | undefined;
  onTriage: Triage;
  handOvers: HandOvers;
  /** The address of the list, used where only one pane fits. */
  backTo: string;
  /** Returns the address of a conversation. */
  pathOf: (id: string) => string;
};

/** The chat pane with its header, and the customer beside it. */
export function Chat(properties: ChatProperties) {
  const { conversationId, place, me, typing, online, backTo, pathOf } = properties;
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const query = useQuery(conversationQuery(client, queryClient, conversationId));
  const [settings, setSettings] = useState(false);
  const pane = useCustomerPane(hasPane(query.data));
  const colleagues = useColleagues(conversationId);
  const account = useConversationAccount(query.data?.socialAccountId);
  const names = { agent: me.remark, account: account?.name ?? null };
  const composer = useComposerTools({ conversationId, conversation: query.data, account, names });
  const onRead = useCallback((read: Conversation) => showConversation(queryClient, read), [queryClient]);

  if (isApiError(query.error, 'conversation.not-found') || isApiError(query.error, 'request.invalid'))
    return <ConversationGone backTo={backTo} />;
  if (query.isError && query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  const conversation = query.data;
  const hideSettings = () => setSettings(false);
  return (
    <div className="desk-open-conversation">
      <div className="desk-chat-column">
        <Head
          conversation={conversation}
          account={account}
          online={online}
          backTo={backTo}
          colleagues={<ColleagueFaces list={colleagues.list} />}
          onTriage={properties.onTriage}
          give={properties.handOvers.give}
          onSettings={() => setSettings(true)}
          pane={pane}
        />
        <ChatPane
          conversationId={conversationId}
          place={place}
          conversation={conversation}
          typing={typing}
          {...abilitiesOf(account, conversation)}
          names={names}
          onRead={onRead}
          notice={<Notices conversation={conversation} me={me} panels={composer.panels} />}
          colleagues={<ReplyingLine list={colleagues.list} />}
          onWriting={colleagues.onWriting}
          {...composer.inChat}
          onSettings={() => setSettings(true)}
        />
      </div>
      <CustomerPane
        conversation={conversation}
        account={account}
        pane={pane}
        sharing={me.profileSharing}
        onChanged={onRead}
        pathOf={pathOf}
      />
      <ConversationSettingsDrawer conversationId={conversationId} open={settings} onClose={hideSettings} />
    </div>
  );
}

type NoticesProperties = { conversation: Conversation | undefined; me: Me; panels: ReactNode };

function Notices({ conversation, me, panels }: NoticesProperties) {
  return (
    <>
      <GroupExitNotice conversation={conversation} />
      <CharactersNotice me={me} />
      {panels}
    </>
  );
}

type HeadProperties = Omit<ComponentProps<typeof ChatHeader>, 'triage' | 'customer'> & {
  onTriage: Triage;
  give: HandOvers['give'];
  pane: ReturnType<typeof useCustomerPane>;
};

/** The header, and the conversation's hand-overs. */
function Head({ onTriage, give, pane, ...rest }: HeadProperties) {
  const { conversation } = rest;
  const triage =
    conversation === undefined ? null : <TriageTools conversation={conversation} onTriage={onTriage} />;
  const customer = hasPane(conversation)
    ? { open: pane.open, onToggle: () => pane.setOpen(!pane.open) }
    : null;
  return (
    <>
      <ChatHeader {...rest} triage={triage} customer={customer} />
      {conversation === undefined ? null : <HandOverNotice conversation={conversation} give={give} />}
    </>
  );
}

/**
 * Returns what can be sent through a social account; the minimum while the account is unknown, and nothing to a group
 * that it has left.
 */
function abilitiesOf(account: ConversationAccount | undefined, conversation: Conversation | undefined) {
  const { text, typing, groups, media } = account?.capabilities ?? {};
  const isOut = (conversation?.group?.exit ?? null) !== null;
  return {
    limit: text?.maxCodePoints ?? messageLimit,
    canShowTyping: !isOut && (typing?.outbound ?? false),
    canMention: !isOut && (groups?.mentions.outbound ?? false),
    canSendFiles: !isOut && Object.keys(media ?? {}).length > 0,
    abilities: isOut ? noAbilities : (account?.capabilities ?? noAbilities),
    closed: isOut,
  };
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
