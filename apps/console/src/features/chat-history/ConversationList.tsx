// i18n-keys: chat.attachment.*
import './chat-history.css';
import { platforms } from '@parley/contract/catalogues';
import type { Message } from '@parley/contract/conversations';
import {
  EmptyState,
  ErrorPanel,
  ForeignText,
  interfaceLanguageOf,
  Moment,
  printableLine,
  useConversationTitle,
  useFormats,
} from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useClient } from '../../lib/session-context.tsx';
import { withFilters } from '../../lib/use-url-filters.ts';
import { type ConversationFilters, conversations, type ListedConversation } from './queries.ts';

type Properties = {
  filters: ConversationFilters;
  /** The open conversation. */
  selected: string | undefined;
};

/** All conversations that match the filters, latest message first; each entry links to itself. */
export function ConversationList({ filters, selected }: Properties) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(conversations(useClient(), filters));
  if (list.isPending) return <Skeleton active className="padded" paragraph={{ rows: 10 }} />;
  if (list.data === undefined) {
    return <ErrorPanel problem={list.error} onRetry={() => void list.refetch()} />;
  }
  const rows = list.data.pages.flatMap((page) => page.list);
  if (rows.length === 0) {
    const filtered = Object.values(filters).some((value) => value !== undefined);
    return filtered ? (
      <EmptyState title={t('list.nothingFound')} hint={t('list.nothingFoundHint')} />
    ) : (
      <EmptyState title={t('chatHistory.none')} hint={t('chatHistory.noneHint')} />
    );
  }
  return (
    <>
      <ul className="conversations">
        {rows.map((row) => (
          <ConversationItem key={row.id} conversation={row} selected={row.id === selected} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button block type="link" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('chatHistory.moreConversations')}
        </Button>
      ) : null}
    </>
  );
}

type ItemProperties = { conversation: ListedConversation; selected: boolean };

/**
 * Returns the text in the workspace's language: what agents wrote, and the translation of what customers wrote, if any.
 */
function inOurLanguage(message: Message): { text: string; language: string | null } {
  return message.direction === 'in' && message.translation !== null
    ? { text: message.translation, language: message.translationLanguage }
    : { text: message.original, language: message.originalLanguage };
}

function ConversationItem({ conversation, selected }: ItemProperties) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const titleOf = useConversationTitle();
  const { search } = useLocation();
  const query = withFilters(new URLSearchParams(search), {
    conversation: conversation.id,
    at: undefined,
    day: undefined,
  });
  const { lastMessage, lastMessageAt } = conversation;
  const ours = lastMessage && inOurLanguage(lastMessage);
  const platform = platforms[conversation.platform].names[interfaceLanguageOf(i18n.language)];
  return (
    <li>
      <Link to={`?${query}`} className="conversation" aria-current={selected ? 'true' : undefined}>
        <span className="conversation-head">
          <ForeignText className="conversation-title">{titleOf(conversation)}</ForeignText>
          {conversation.kind === 'group' ? <Tag>{t('chatHistory.group')}</Tag> : null}
          {lastMessageAt === null ? null : (
            <Moment at={lastMessageAt} className="numeric">
              {formats.recent(lastMessageAt, Date.now())}
            </Moment>
          )}
        </span>
        <span className="conversation-text">
          {lastMessage?.erased ? <em>{t('chatHistory.textNotKept')}</em> : null}
          {lastMessage && lastMessage.kind !== 'text' && ours?.text === '' && !lastMessage.erased ? (
            <em>{t(`ui:chat.attachment.${lastMessage.kind}`)}</em>
          ) : null}
          {ours === null ? null : (
            <ForeignText lang={ours.language}>{printableLine(ours.text, 120)}</ForeignText>
          )}
        </span>
        <span className="conversation-where">
          {platform} · <ForeignText>{conversation.socialAccountName}</ForeignText> ·{' '}
          <ForeignText>{conversation.subAccountRemark}</ForeignText>
        </span>
      </Link>
    </li>
  );
}
