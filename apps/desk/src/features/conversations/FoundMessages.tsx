import type { ConversationFilter } from '@parley/chat-core';
import { type DeskFoundMessage, deskSearchMessages } from '@parley/contract/conversations';
import { ErrorPanel, interfaceLanguageOf, Moment, useConversationTitle } from '@parley/ui';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDesk } from '../../lib/desk-context.tsx';
import { relativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Highlighted } from './Highlighted.tsx';

type Properties = {
  text: string;
  filters: Pick<ConversationFilter, 'socialAccountId' | 'platform'>;
  /** Returns the address of a message by its place in the conversation. */
  pathOf: (conversationId: string, seq: number) => string;
};

function FoundMessage({ message, to, now }: { message: DeskFoundMessage; to: string; now: number }) {
  const { t, i18n } = useTranslation();
  const titleOf = useConversationTitle();
  const { original, translation, sentAt, direction } = message;
  const shown = translation !== null && translation.hits.length > 0 ? translation : original;
  return (
    // Not replacing: a second visit to the same message jumps there again.
    <Link to={to} replace={false} className="desk-found">
      <span className="desk-row-line">
        <span className="desk-row-title desk-cut">
          <bdi>{titleOf(message)}</bdi>
        </span>
        <Moment at={sentAt}>{relativeTime(interfaceLanguageOf(i18n.language))(sentAt, now)}</Moment>
      </span>
      <span className="desk-found-text">
        {direction === 'out' ? `${t('conversation.you')} ` : ''}
        <bdi>
          {shown.cutBefore ? '…' : ''}
          <Highlighted text={shown.text} hits={shown.hits} />
          {shown.cutAfter ? '…' : ''}
        </bdi>
      </span>
    </Link>
  );
}

/** The messages that contain the search text, below the conversations with that name. */
export function FoundMessages({ text, filters, pathOf }: Properties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const now = useNow();
  const { socialAccountId, platform } = filters;
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: ['message-search', text, socialAccountId, platform],
      initialPageParam: null as string | null, // null: the first page
      queryFn: ({ pageParam, signal }) =>
        client.call(
          deskSearchMessages,
          {
            query: {
              text,
              ...(pageParam === null ? {} : { cursor: pageParam }),
              ...(socialAccountId === null ? {} : { socialAccountId }),
              ...(platform === null ? {} : { platform }),
            },
          },
          { signal },
        ),
      getNextPageParam: (page) => page.nextCursor,
    }),
  );
  const found = query.data?.pages.flatMap((page) => page.list) ?? [];
  const isComplete = query.data?.pages.every((page) => page.complete) ?? true;
  return (
    <section aria-label={t('conversation.messages')} className="desk-found-messages">
      <h2>{t('conversation.messages')}</h2>
      {query.isPending ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null}
      {query.isError ? <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && found.length === 0 ? <p>{t('conversation.noMessages')}</p> : null}
      <ul className="desk-rows">
        {found.map((message) => (
          <li key={message.id}>
            <FoundMessage message={message} to={pathOf(message.conversationId, message.seq)} now={now} />
          </li>
        ))}
      </ul>
      {isComplete ? null : <p>{t('conversation.indexing')}</p>}
      {query.hasNextPage ? (
        <Button
          block
          type="text"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('conversation.moreMessages')}
        </Button>
      ) : null}
    </section>
  );
}
