// i18n-keys: chat.attachment.* conversation.exit.*
import {
  ClockCircleOutlined,
  ExclamationCircleFilled,
  PushpinFilled,
  SwapOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { platforms } from '@parley/contract/catalogues';
import type { Conversation, Message } from '@parley/contract/conversations';
import {
  avatarColor,
  initialsOf,
  interfaceLanguageOf,
  Moment,
  printableLine,
  useConversationTitle,
  useFormats,
} from '@parley/ui';
import { Badge } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { relativeTime } from '../../lib/relative-time.ts';
import { upcomingTime } from '../../lib/upcoming-time.ts';
import { Highlighted } from './Highlighted.tsx';
import { placesIn } from './places-in.ts';
import { waitingTime } from './waiting-time.ts';

type Properties = {
  conversation: Conversation;
  selected: boolean;
  /** The address of the conversation. */
  to: string;
  now: number;
  /** The search text to highlight in the name. */
  search: string;
  /** Shown when the list contains conversations of several accounts. */
  accountName: string | null;
};

/** Returns the text to preview: the customer's translated, the agent's as written. */
function previewOf(message: Message): string {
  if (message.direction === 'in' && message.translationState === 'done' && message.translation !== null) {
    return message.translation;
  }
  return message.original;
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
      {message.sender === null ? null : (
        <bdi>{t('ui:chat.fromMember', { name: printableLine(message.sender.name, 40) })} </bdi>
      )}
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

/** Shows why the conversation isn't in the open list, or how long its customer has waited. */
function Standing({ conversation, now }: { conversation: Conversation; now: number }) {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const { closedAt, archivedAt, snoozedUntil, waitingSince, group } = conversation;
  if (group !== null && group.exit !== null) return <span>{t(`conversation.exit.${group.exit}`)}</span>;
  if (closedAt !== null)
    return <span>{t(archivedAt === null ? 'conversation.closed' : 'conversation.archived')}</span>;
  if (snoozedUntil !== null) {
    return (
      <Moment at={snoozedUntil}>
        {t('conversation.snoozedUntil', { time: upcomingTime(language, snoozedUntil, now) })}
      </Moment>
    );
  }
  if (waitingSince === null) return null;
  const time = waitingTime(language, now - waitingSince);
  return (
    <span className="desk-waiting" title={t('conversation.waiting', { time })}>
      <ClockCircleOutlined aria-hidden />
      <span className="only-read-aloud">{t('conversation.waiting', { time })}</span>
      <span aria-hidden>{time}</span>
    </span>
  );
}

/** Names the person or sub-account that handed the conversation over. */
function Giver({ handOver }: { handOver: NonNullable<Conversation['handOver']> }) {
  const { t } = useTranslation();
  const name = printableLine(handOver.authorName ?? handOver.from, 40);
  const words = t('conversation.handedOver', { name });
  return (
    <span className="desk-mark desk-giver" title={words}>
      <SwapOutlined aria-hidden />
      <span className="only-read-aloud">{words}</span>
      <bdi className="desk-cut" aria-hidden>
        {name}
      </bdi>
    </span>
  );
}

/** Platform, language, account, who handed it over, and the conversation's state. */
function Marks({ conversation, now, accountName }: Pick<Properties, 'conversation' | 'now' | 'accountName'>) {
  const { i18n } = useTranslation();
  const formats = useFormats();
  const { platform, customerLanguage } = conversation;
  return (
    <small className="desk-row-marks">
      <span className="desk-mark">{platforms[platform].names[interfaceLanguageOf(i18n.language)]}</span>
      {customerLanguage === null ? null : (
        <span className="desk-mark">{formats.language(customerLanguage)}</span>
      )}
      <span className="desk-row-account desk-cut">
        {accountName === null ? null : <bdi>{accountName}</bdi>}
      </span>
      {conversation.handOver === null ? null : <Giver handOver={conversation.handOver} />}
      <Standing conversation={conversation} now={now} />
    </small>
  );
}

export const ConversationRow = memo(function ConversationRow(properties: Properties) {
  const { conversation, selected, to, now, search, accountName } = properties;
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
      <span className="desk-avatar" style={{ background: avatarColor(conversation.id) }} aria-hidden>
        {conversation.kind === 'group' ? <TeamOutlined /> : initialsOf(title)}
      </span>
      <span className="desk-row-body">
        <span className="desk-row-line">
          <span className="desk-row-title desk-cut">
            {conversation.kind === 'group' ? (
              <span className="only-read-aloud">{t('conversation.group')} </span>
            ) : null}
            <bdi>
              <Highlighted text={title} hits={placesIn(title, search)} />
            </bdi>
          </span>
          {conversation.pinnedAt === null ? null : <PushpinFilled aria-label={t('conversation.pinned')} />}
          {at === null ? null : (
            <Moment at={at} className="desk-row-time">
              {relativeTime(language)(at, now)}
            </Moment>
          )}
        </span>
        <span className="desk-row-line">
          <Preview message={conversation.lastMessage} />
          {conversation.unread === 0 ? null : (
            <Badge
              count={conversation.unread}
              color="var(--ant-color-primary)"
              overflowCount={99}
              title={t('account.unread', { count: conversation.unread })}
            />
          )}
        </span>
        <Marks conversation={conversation} now={now} accountName={accountName} />
      </span>
    </Link>
  );
});
