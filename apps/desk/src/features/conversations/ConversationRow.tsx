// i18n-keys: chat.attachment.*
import { ExclamationCircleFilled } from '@ant-design/icons';
import type { Conversation, Message } from '@parley/contract/conversations';
import { interfaceLanguageOf, Moment, printableLine, useConversationTitle } from '@parley/ui';
import { Badge } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { relativeTime } from '../../lib/relative-time.ts';

type Properties = {
  conversation: Conversation;
  selected: boolean;
  /** The address of the conversation. */
  to: string;
  now: number;
  /** Shown when conversations of several accounts stand in one list. */
  accountName: string | null;
};

/** Returns the text that the agent reads: the customer's translated, the agent's own as written. */
function previewOf(message: Message): string {
  if (message.direction === 'in' && message.translationState === 'done' && message.translation !== null) {
    return message.translation;
  }
  return message.original;
}

const letters = new Intl.Segmenter();

/** The first thing that a reader would call a letter; a joined emoji is one. */
function initialOf(title: string): string {
  for (const { segment } of letters.segment(title)) return segment.toUpperCase();
  return '?';
}

function Preview({ message }: { message: Message | null }) {
  const { t } = useTranslation();
  if (message === null) return <span className="desk-preview">{t('conversation.noMessage')}</span>;
  const isOurs = message.direction === 'out';
  return (
    <span className="desk-preview desk-cut">
      {isOurs && message.delivery === 'failed' ? (
        <ExclamationCircleFilled className="desk-preview-failed" aria-label={t('conversation.lastFailed')} />
      ) : null}
      {isOurs ? `${t('conversation.you')} ` : ''}
      {message.erased ? (
        <em>{t(message.deletedAt === null ? 'conversation.erased' : 'ui:chat.takenBack')}</em>
      ) : message.kind === 'unsupported' ? (
        <em>{t('conversation.unsupported')}</em>
      ) : message.kind !== 'text' && message.original === '' ? (
        <em>{t(`ui:chat.attachment.${message.kind}`)}</em>
      ) : (
        <bdi>{printableLine(previewOf(message), 120)}</bdi>
      )}
    </span>
  );
}

export const ConversationRow = memo(function ConversationRow(properties: Properties) {
  const { conversation, selected, to, now, accountName } = properties;
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const title = useConversationTitle()(conversation);
  const at = conversation.lastMessageAt;
  return (
    <Link
      to={to}
      className="desk-row"
      aria-current={selected ? 'true' : undefined}
      data-unread={conversation.unread > 0}
      data-conversation={conversation.id}
    >
      <span className="desk-avatar" aria-hidden>
        {initialOf(title)}
      </span>
      <span className="desk-row-body">
        <span className="desk-row-line">
          <span className="desk-row-title desk-cut">
            <bdi>{title}</bdi>
          </span>
          {at === null ? null : <Moment at={at}>{relativeTime(language)(at, now)}</Moment>}
        </span>
        <span className="desk-row-line">
          <Preview message={conversation.lastMessage} />
          <Badge
            count={conversation.unread}
            color="var(--ant-color-primary)"
            overflowCount={99}
            title={t('account.unread', { count: conversation.unread })}
          />
        </span>
        {accountName === null ? null : (
          <small className="desk-cut">
            <bdi>{accountName}</bdi>
          </small>
        )}
      </span>
    </Link>
  );
});
