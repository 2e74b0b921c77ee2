import { ArrowLeftOutlined, ContactsOutlined, PushpinFilled, TranslationOutlined } from '@ant-design/icons';
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Conversation } from '@parley/contract/conversations';
import { printableLine, useConversationTitle, useFormats } from '@parley/ui';
import { Button, Skeleton, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatformName } from '../../features/social-accounts/AccountList.tsx';

type Properties = {
  conversation: Conversation | undefined;
  account: DeskSocialAccount | undefined;
  /** Undefined: the platform hasn't reported it. */
  online: boolean | undefined;
  backTo: string;
  triage: ReactNode;
  onSettings: () => void;
  onProfile: () => void;
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

export function ChatHeader({
  conversation,
  account,
  online,
  backTo,
  triage,
  onSettings,
  onProfile,
}: Properties) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const titleOf = useConversationTitle();
  return (
    <div className="desk-chat-header">
      <Link to={backTo} className="desk-back" aria-label={t('chat.back')} title={t('chat.back')}>
        <ArrowLeftOutlined aria-hidden />
      </Link>
      {conversation === undefined ? (
        <Skeleton.Input active size="small" />
      ) : (
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
      )}
      {conversation?.fan?.verdict === 'new' ? <Tag color="blue">{t('chat.newFan')}</Tag> : null}
      {conversation === undefined ? null : <Language conversation={conversation} />}
      {conversation?.kind === 'private' && conversation.fan !== null ? (
        <Button
          icon={<ContactsOutlined />}
          onClick={onProfile}
          aria-label={t('profile.title')}
          title={t('profile.title')}
        >
          <span className="desk-wide-only">{t('profile.short')}</span>
        </Button>
      ) : null}
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
