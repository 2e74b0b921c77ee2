// i18n-keys: chatHistory.direction.*
// i18n-keys: chat.attachment.*
import './chat-history.css';
import { platforms } from '@parley/contract/catalogues';
import type { FoundMessage, Snippet } from '@parley/contract/conversations';
import {
  EmptyState,
  ErrorPanel,
  ForeignText,
  interfaceLanguageOf,
  Moment,
  useConversationTitle,
  useFormats,
} from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useClient } from '../../lib/session-context.tsx';
import { withFilters } from '../../lib/use-url-filters.ts';
import { markedParts } from './marked-parts.ts';
import { foundMessages, type MessageSearch } from './queries.ts';

type Properties = {
  search: MessageSearch;
  /** The position of the open message and its conversation. */
  opened: { conversationId: string | undefined; seq: number | undefined };
};

/** Messages found by a search, newest first; each entry links to its position in the conversation. */
export function FoundMessages({ search, opened }: Properties) {
  const { t } = useTranslation();
  const found = useInfiniteQuery(foundMessages(useClient(), search));
  if (found.isPending) return <Skeleton active className="padded" paragraph={{ rows: 10 }} />;
  if (found.data === undefined)
    return <ErrorPanel problem={found.error} onRetry={() => void found.refetch()} />;
  const rows = found.data.pages.flatMap((page) => page.list);
  const complete = found.data.pages.every((page) => page.complete);
  return (
    <>
      {complete ? null : <Alert banner type="info" title={t('chatHistory.indexing')} />}
      {rows.length === 0 ? (
        <EmptyState title={t('chatHistory.noMessages')} hint={t('chatHistory.noMessagesHint')} />
      ) : (
        <ul className="conversations">
          {rows.map((row) => (
            <FoundItem
              key={row.id}
              message={row}
              selected={row.conversationId === opened.conversationId && row.seq === opened.seq}
            />
          ))}
        </ul>
      )}
      {found.hasNextPage ? (
        <Button
          block
          type="link"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('chatHistory.moreMessages')}
        </Button>
      ) : null}
    </>
  );
}

function FoundItem({ message, selected }: { message: FoundMessage; selected: boolean }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const titleOf = useConversationTitle();
  const { search } = useLocation();
  const query = withFilters(new URLSearchParams(search), {
    conversation: message.conversationId,
    at: message.seq,
    day: undefined,
  });
  return (
    <li>
      <Link to={`?${query}`} className="conversation" aria-current={selected ? 'true' : undefined}>
        <span className="conversation-head">
          <ForeignText className="conversation-title">{titleOf(message)}</ForeignText>
          <Moment at={message.sentAt} className="numeric">
            {formats.dateTime(message.sentAt)}
          </Moment>
        </span>
        {message.kind !== 'text' && message.original.text === '' ? (
          <em>{t(`ui:chat.attachment.${message.kind}`)}</em>
        ) : (
          <MarkedText snippet={message.original} />
        )}
        {message.translation === null ? null : <MarkedText snippet={message.translation} />}
        <span className="conversation-where">
          {t(`chatHistory.direction.${message.direction}`)} ·{' '}
          {platforms[message.platform].names[interfaceLanguageOf(i18n.language)]} ·{' '}
          <ForeignText>{message.socialAccountName}</ForeignText> ·{' '}
          <ForeignText>{message.subAccountRemark}</ForeignText>
        </span>
      </Link>
    </li>
  );
}

/** The excerpt of a text around the matches, which are highlighted. */
function MarkedText({ snippet }: { snippet: Snippet }) {
  return (
    <bdi dir="auto" lang={snippet.language ?? undefined} className="found-text">
      {snippet.cutBefore ? '…' : ''}
      {markedParts(snippet).map(({ text, hit }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
        hit ? <mark key={at}>{text}</mark> : text,
      )}
      {snippet.cutAfter ? '…' : ''}
    </bdi>
  );
}
