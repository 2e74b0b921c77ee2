import { chatHistoryFileLink, type Message } from '@parley/contract/conversations';
import {
  DaySeparator,
  EmptyState,
  ErrorPanel,
  FileLinksProvider,
  MessageBubble,
  MessageQuote,
  useFormats,
} from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { Fragment, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { FormerTexts } from './FormerTexts.tsx';
import { MessageAuthor } from './MessageAuthor.tsx';
import { messages, type Place } from './queries.ts';
import { TranslateMessages } from './TranslateMessages.tsx';

/** Maximum distance from the end at which the view follows new messages, in CSS pixels. */
const nearEnd = 80;

type Shown = {
  rows: readonly Message[];
  /** The message named in the URL. */
  focusId: string | null;
  /** True when the loaded messages reach the conversation's end. */
  atEnd: boolean;
};

/**
 * Manages the scroll position: it starts at the message named in the URL, else at the end. At the end it follows new
 * messages; elsewhere, earlier messages are prepended without moving the visible ones.
 */
function useKeptPlace({ rows, focusId, atEnd: showsEnd }: Shown) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef({ atEnd: focusId === null, first: '', fromEnd: 0 });
  const first = rows[0]?.id ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows change, which moves the position.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { atEnd, first: before, fromEnd } = place.current;
    const focused = before === '' && element.querySelector<HTMLElement>('[data-focus]');
    if (focused) {
      focused.scrollIntoView({ block: 'center' });
      // So that a screen reader reads it and keyboard navigation continues from it.
      focused.focus({ preventScroll: true });
    } else if ((atEnd && showsEnd) || before === '') element.scrollTop = element.scrollHeight;
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

const nothing: Shown & { textsKept: boolean } = { rows: [], focusId: null, atEnd: true, textsKept: true };

type Properties = {
  conversationId: string;
  place: Place;
  /** Goes to the end of the conversation. */
  onEnd: () => void;
  /** Goes to another position in the conversation. */
  onPlace: (seq: number) => void;
};

/** Returns a function that requests URLs of the conversation's files. */
function useLinks(conversationId: string) {
  const client = useClient();
  return useCallback(
    (fileId: string) => client.call(chatHistoryFileLink, { params: { conversationId, fileId } }),
    [client, conversationId],
  );
}

/** A conversation to read: originals, translations and delivery states, without a composer. */
export function ConversationView({ conversationId, place, onEnd, onPlace }: Properties) {
  const { t } = useTranslation();
  const askForLink = useLinks(conversationId);
  const history = useInfiniteQuery({
    ...messages(useClient(), conversationId, place),
    select: ({ pages }) => ({
      rows: pages.toReversed().flatMap((page) => page.messages),
      textsKept: pages[0]?.textsKept ?? true,
      focusId: pages.find((page) => page.focusId !== null)?.focusId ?? null,
      atEnd: !pages[0]?.moreAfter,
    }),
  });
  const shown = history.data ?? nothing;
  const { box, onScroll } = useKeptPlace(shown);

  if (history.isPending) return <Skeleton active className="padded" paragraph={{ rows: 8 }} />;
  if (history.data === undefined) {
    return <ErrorPanel problem={history.error} onRetry={() => void history.refetch()} />;
  }
  const nothingSoLate = place.day !== undefined && shown.focusId === null;
  return (
    <>
      <div
        className="reading"
        ref={box}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be focusable to be scrolled by keyboard.
        tabIndex={0}
        role="log"
        aria-label={t('chatHistory.messages')}
      >
        {shown.textsKept ? null : <Alert type="info" showIcon title={t('chatHistory.notKept')} />}
        {nothingSoLate ? <Alert type="info" showIcon title={t('chatHistory.nothingSoLate')} /> : null}
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
        {shown.rows.length === 0 ? <EmptyState title={t('chatHistory.empty')} /> : null}
        <FileLinksProvider ask={askForLink}>
          <Messages rows={shown.rows} focusId={shown.focusId} onPlace={onPlace} />
        </FileLinksProvider>
        {history.hasPreviousPage ? (
          <Later
            loading={history.isFetchingPreviousPage}
            onLoad={() => void history.fetchPreviousPage()}
            onEnd={onEnd}
          />
        ) : null}
      </div>
      <TranslateMessages conversationId={conversationId} rows={shown.rows} />
    </>
  );
}

type MessagesProperties = Pick<Shown, 'rows' | 'focusId'> & Pick<Properties, 'onPlace'>;

function Messages({ rows, focusId, onPlace }: MessagesProperties) {
  const formats = useFormats();
  const byId = useMemo(() => new Map(rows.map((message) => [message.id, message])), [rows]);
  return rows.map((message, at) => {
    const day = formats.day(message.sentAt);
    const before = rows[at - 1];
    const newDay = before === undefined || formats.day(before.sentAt) !== day;
    const isSame = before?.direction === message.direction && before.sender?.id === message.sender?.id;
    const joined = !newDay && isSame;
    const { replyTo, editedAt } = message;
    const bubble = (
      <MessageBubble
        message={message}
        author={<MessageAuthor author={message.author} />}
        joined={joined}
        quote={
          replyTo === null ? undefined : (
            <MessageQuote message={byId.get(replyTo.id) ?? null} onOpen={() => onPlace(replyTo.seq)} />
          )
        }
        edited={editedAt === null ? undefined : <FormerTexts message={message} />}
      />
    );
    return (
      <Fragment key={message.id}>
        {newDay ? <DaySeparator at={message.sentAt} /> : null}
        {message.id === focusId ? (
          <div className="reading-focus" data-focus tabIndex={-1}>
            {bubble}
          </div>
        ) : (
          bubble
        )}
      </Fragment>
    );
  });
}

type LaterProperties = { loading: boolean; onLoad: () => void; onEnd: () => void };

/** Links for a loaded stretch that ends before the conversation does: later messages, or its end. */
function Later({ loading, onLoad, onEnd }: LaterProperties) {
  const { t } = useTranslation();
  return (
    <div className="reading-later">
      <Button type="link" loading={loading} onClick={onLoad}>
        {t('chatHistory.later')}
      </Button>
      <Button type="link" onClick={onEnd}>
        {t('chatHistory.latest')}
      </Button>
    </div>
  );
}
