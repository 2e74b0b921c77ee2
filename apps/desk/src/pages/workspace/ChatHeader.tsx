import {
  ArrowLeftOutlined,
  ContactsOutlined,
  PushpinFilled,
  TeamOutlined,
  TranslationOutlined,
} from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { printableLine, useConversationTitle, useFormats } from '@parley/ui';
import { Button, Skeleton, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatformName } from '../../features/social-accounts/AccountList.tsx';
import type { ConversationAccount } from '../../features/social-accounts/account-queries.ts';

type Properties = {
  conversation: Conversation | undefined;
  account: ConversationAccount | undefined;
  /** Undefined if the platform hasn't reported it. */
  online: boolean | undefined;
  backTo: string;
  /** The colleagues who have the conversation open. */
  colleagues: ReactNode;
  triage: ReactNode;
  onSettings: () => void;
  /** The pane of the customer or the members; null when there is neither. */
  customer: { open: boolean; onToggle: () => void } | null;
};

function Language({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (conversation.customerLanguage === null) return null;
  return (
    <Tag
      icon={conversation.customerLanguagePinned ? <PushpinFilled /> : undefined}
      title={t(conversation.customerLanguagePinned ? 'chat.languagePinned' : 'chat.languageDetected')}
    >
      {formats.language(conversation.customerLanguage)}
    </Tag>
  );
}

type CustomerButtonProperties = { isGroup: boolean; open: boolean; onToggle: () => void };

function CustomerButton({ isGroup, open, onToggle }: CustomerButtonProperties) {
  const { t } = useTranslation();
  return (
    <Button
      icon={isGroup ? <TeamOutlined /> : <ContactsOutlined />}
      onClick={onToggle}
      aria-expanded={open}
      aria-label={t(isGroup ? 'members.title' : 'profile.title')}
      title={t(isGroup ? 'members.titleAndKey' : 'profile.titleAndKey')}
    >
      <span className="desk-wide-only">{t(isGroup ? 'members.title' : 'profile.short')}</span>
    </Button>
  );
}

function ChatTitle({
  conversation,
  account,
  online,
}: Pick<Properties, 'conversation' | 'account' | 'online'>) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const titleOf = useConversationTitle();
  if (conversation === undefined) return <Skeleton.Input active size="small" />;
  return (
    <div className="desk-chat-title">
      <h2 className="desk-cut">
        <bdi>{titleOf(conversation)}</bdi>
      </h2>
      <small className="desk-cut">
        {platformName(conversation.platform)}
        {account === undefined ? null : (
          <>
            {' · '}
            <bdi>{printableLine(account.name, 50)}</bdi>
          </>
        )}
        {online === undefined ? '' : ` · ${t(online ? 'chat.online' : 'chat.offline')}`}
      </small>
    </div>
  );
}

export function ChatHeader({
  conversation,
  account,
  online,
  backTo,
  colleagues,
  triage,
  onSettings,
  customer,
}: Properties) {
  const { t } = useTranslation();
  return (
    <div className="desk-chat-header">
      <Link to={backTo} className="desk-back" aria-label={t('chat.back')} title={t('chat.back')}>
        <ArrowLeftOutlined aria-hidden />
      </Link>
      <ChatTitle conversation={conversation} account={account} online={online} />
      {colleagues}
      {conversation?.fan?.verdict === 'new' ? <Tag color="blue">{t('chat.newFan')}</Tag> : null}
      {conversation === undefined ? null : <Language conversation={conversation} />}
      {customer === null ? null : <CustomerButton isGroup={conversation?.kind === 'group'} {...customer} />}
      <Button
        icon={<TranslationOutlined />}
        onClick={onSettings}
        aria-label={t('settings.conversation')}
        title={t('settings.conversation')}
      >
        <span className="desk-wide-only">{t('settings.short')}</span>
      </Button>
      {triage}
    </div>
  );
}
