import type { Message } from '@parley/contract/conversations';
import { DaySeparator, EmptyState, ErrorPanel, MessageBubble, useFormats } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { messages } from './queries.ts';

/** The distance from its end within which the view follows new messages, in CSS pixels. */
const nearEnd = 80;

/**
 * Keeps the reader's place: at the end it follows what is new, elsewhere earlier messages are added above
 * without moving what is being read.
 */
function useKeptPlace(rows: readonly Message[]) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef({ atEnd: true, first: '', fromEnd: 0 });
  const first = rows[0]?.id ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what moves the place.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { atEnd, first: before, fromEnd } = place.current;
    if (atEnd || before === '') element.scrollTop = element.scrollHeight;
    else if (before !== first) element.scrollTop = element.scrollHeight - fromEnd;
    place.current.first = first;
  }, [rows, first]);
  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    place.current.fromEnd = element.scrollHeight - element.scrollTop;
    place.current.atEnd = place.current.fromEnd - element.clientHeight < nearEnd;
  };
  return { box, onScroll };
}

const noRows: readonly Message[] = [];

/** One conversation to read: both languages, states, and nothing to write with. */
export function ConversationView({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const history = useInfiniteQuery({
    ...messages(useClient(), conversationId),
    select: ({ pages }) => ({
      rows: pages.toReversed().flatMap((page) => page.messages),
      textsKept: pages[0]?.textsKept ?? true,
    }),
  });
  const rows = history.data?.rows ?? noRows;
  const { box, onScroll } = useKeptPlace(rows);

  if (history.isPending) return <Skeleton active className="padded" paragraph={{ rows: 8 }} />;
  if (history.data === undefined) {
    return <ErrorPanel problem={history.error} onRetry={() => void history.refetch()} />;
  }
  return (
    <div
      className="reading"
      ref={box}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keys.
      tabIndex={0}
      role="log"
      aria-label={t('chatHistory.messages')}
    >
      {history.data.textsKept ? null : <Alert type="info" showIcon title={t('chatHistory.notKept')} />}
      {history.hasNextPage ? (
        <Button
          block
          type="link"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('chatHistory.earlier')}
        </Button>
      ) : null}
      {rows.length === 0 ? <EmptyState title={t('chatHistory.empty')} /> : null}
      {rows.map((message, at) => {
        const day = formats.day(message.sentAt);
        const before = rows[at - 1];
        const newDay = before === undefined || formats.day(before.sentAt) !== day;
        return (
          <Fragment key={message.id}>
            {newDay ? <DaySeparator at={message.sentAt} /> : null}
            <MessageBubble message={message} joined={!newDay && before?.direction === message.direction} />
          </Fragment>
        );
      })}
    </div>
  );
}
